/**
 * Compiles each file once per process. Jest compiles it again for each test file that loads it, which is a fifth of the cost
 * of a unit test.
 *
 * CommonJS becomes one script, which is run in the context of each test file: its functions stay compiled. A module of ESM
 * belongs to one context. V8's data about the first time makes the next ones cheap; it holds no state of the code.
 */
import vm from 'node:vm';

const { SourceTextModule, Script } = vm;

/** File → its source and V8's data about it. */
const modules = new Map();

vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const { identifier } = options;
    const known = modules.get(identifier);
    const cachedData = known?.source === source ? known.cachedData : undefined;
    super(source, { ...options, cachedData });
    if (cachedData === undefined) modules.set(identifier, { source, cachedData: this.createCachedData() });
  }
};

/** File → its source, the script, and what imports for it in the present test file. */
const scripts = new Map();

function scriptOf(filename, source, parameters) {
  const known = scripts.get(filename);
  if (known?.source === source) return known;
  const made = { source, importModuleDynamically: undefined };
  made.script = new Script(`(function (${parameters.join(', ')}) {${source}\n})`, {
    filename,
    importModuleDynamically: (...given) => made.importModuleDynamically(...given),
  });
  scripts.set(filename, made);
  return made;
}

vm.compileFunction = (source, parameters, { filename, importModuleDynamically, parsingContext }) => {
  const compiled = scriptOf(filename, source, parameters);
  compiled.importModuleDynamically = importModuleDynamically;
  return compiled.script.runInContext(parsingContext);
};
