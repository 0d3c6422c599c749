/** A reader for the few parts of a page the checks look at. Every step is linear in the size of the page. */

export interface HtmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
}

interface HtmlForm {
  action: string;
  method: string;
  inputs: readonly { name: string; type: string }[];
}

export interface HtmlDocument {
  title: string;
  elements: readonly HtmlElement[];
  forms: readonly HtmlForm[];
}

const TAG = /<(\/?)([a-z][a-z0-9-]{0,40})([^<>]{0,4000})>/gi;
const ATTRIBUTE = /([^\s"'=/<>]{1,100})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'=<>]+)))?/g;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Lower case for ASCII only, so that positions stay the same. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Cuts out what stands between the end of each `open` and the next `close`: it is not markup. */
function cutBetween(text: string, open: { text: string; until: string }, close: string): string {
  const lower = lowerAscii(text);
  const kept: string[] = [];
  let position = 0;
  for (;;) {
    const start = lower.indexOf(open.text, position);
    const inside = start < 0 ? -1 : lower.indexOf(open.until, start + open.text.length - open.until.length);
    if (inside < 0) break;
    kept.push(text.slice(position, inside + open.until.length));
    position = lower.indexOf(close, inside + open.until.length);
    if (position < 0) return kept.join('');
  }
  kept.push(text.slice(position));
  return kept.join('');
}

function withoutComments(html: string): string {
  return cutBetween(html, { text: '<!--', until: '--' }, '-->');
}

/** The start tag of a script is kept for its attributes. */
function withoutScriptText(html: string): string {
  return cutBetween(html, { text: '<script', until: '>' }, '</script');
}

function decodeEntities(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_match, name: string) => ENTITIES[name] ?? "'");
}

function parseAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

export function parseHtml(html: string): HtmlDocument {
  const text = withoutScriptText(withoutComments(html));
  const elements: HtmlElement[] = [];
  const forms: (HtmlForm & { inputs: { name: string; type: string }[] })[] = [];
  let open: (typeof forms)[number] | undefined;
  for (const [, closing, rawName = '', rest = ''] of text.matchAll(TAG)) {
    const name = rawName.toLowerCase();
    if (closing) {
      if (name === 'form') open = undefined;
      continue;
    }
    const attributes = parseAttributes(rest);
    elements.push({ name, attributes });
    if (name === 'form') {
      open = {
        action: attributes.get('action') ?? '',
        method: (attributes.get('method') ?? 'get').toLowerCase(),
        inputs: [],
      };
      forms.push(open);
    } else if (/^(?:input|select|textarea)$/.test(name)) {
      open?.inputs.push({
        name: attributes.get('name') ?? '',
        type: (attributes.get('type') ?? 'text').toLowerCase(),
      });
    }
  }
  const title = /<title[^<>]{0,200}>([^<]{0,300})/i.exec(text)?.[1] ?? '';
  return { title: decodeEntities(title).trim(), elements, forms };
}

/** Content of the first `<meta name="…">` with that name, empty when there is none. `name` is lower case. */
export function metaContent(document: HtmlDocument, name: string): string {
  const meta = document.elements.find(
    (element) => element.name === 'meta' && element.attributes.get('name')?.toLowerCase() === name,
  );
  return meta?.attributes.get('content') ?? '';
}
