import { type DefaultTreeAdapterTypes, parse } from 'parse5';

/** The parts of a page that the checks read. Names of elements and attributes are in lower case. */
export interface HtmlDocument {
  readonly title: string;
  /** In document order. */
  readonly elements: readonly HtmlElement[];
  readonly forms: readonly HtmlForm[];
}

export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

interface HtmlForm {
  readonly action: string;
  readonly method: string;
  readonly inputs: readonly { readonly name: string; readonly type: string }[];
}

type Element = DefaultTreeAdapterTypes.Element;

/** Reads any text as a browser without scripting does, so that elements inside `noscript` count. */
export function parseHtml(html: string): HtmlDocument {
  const elements = [...elementsIn(parse(html, { scriptingEnabled: false }))];
  const title = elements.find(({ tagName }) => tagName === 'title');
  return {
    title:
      title?.childNodes
        .map((node) => ('value' in node ? node.value : ''))
        .join('')
        .trim() ?? '',
    elements: elements.map((element) => ({ name: element.tagName, attributes: attributesOf(element) })),
    forms: elements.filter(({ tagName }) => tagName === 'form').map(readForm),
  };
}

/** A loop instead of recursion: a page may be nested deeper than the stack. */
function* elementsIn(root: DefaultTreeAdapterTypes.ParentNode): Generator<Element> {
  const open = root.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue;
    yield node;
    for (const child of node.childNodes.toReversed()) open.push(child);
  }
}

function attributesOf({ attrs }: Element): ReadonlyMap<string, string> {
  return new Map(attrs.map(({ name, value }) => [name, value]));
}

function readForm(form: Element): HtmlForm {
  const attributes = attributesOf(form);
  const inputs = [...elementsIn(form)]
    .filter(({ tagName }) => ['input', 'select', 'textarea'].includes(tagName))
    .map(attributesOf);
  return {
    action: attributes.get('action') ?? '',
    method: (attributes.get('method') ?? 'get').toLowerCase(),
    inputs: inputs.map((input) => ({
      name: input.get('name') ?? '',
      type: (input.get('type') ?? 'text').toLowerCase(),
    })),
  };
}

/** Content of the first `<meta>` with that name, or that `key`; empty where there is none. `name` is in lower case. */
export function metaContent({ elements }: HtmlDocument, name: string, key = 'name'): string {
  const meta = elements.find(
    (element) => element.name === 'meta' && element.attributes.get(key)?.toLowerCase() === name,
  );
  return meta?.attributes.get('content') ?? '';
}
