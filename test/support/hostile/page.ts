/** What is on a page of Markdown, in a form that can be compared. */
import { findElements, findReferences, parseMarkdown, renderMarkdownTree, textOf } from '../render.ts';

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly children?: readonly Node[];
}

function* htmlOf(node: Node): Generator<string> {
  if (node.type === 'html' && typeof node.value === 'string') yield node.value;
  for (const child of node.children ?? []) yield* htmlOf(child);
}

/** Our note. What it holds differs from run to run. */
const note = /^<!-- scan-gate \{[^\r\n]+\} -->$/;

/** Comments in HTML, not in the text of a code span. */
function commentsOf(markdown: Node): string[] {
  const comments = [...htmlOf(markdown)].flatMap((html) => html.match(/<!--[\s\S]*?(?:-->|$)/g) ?? []);
  // Only the first one is ours.
  return comments.map((comment, index) => (index === 0 ? comment.replace(note, 'our note') : comment));
}

/** `elements`: how many there are of each name. `links`: where they lead. `text`: what people read. */
export type Page = ReturnType<typeof readPage>;

/** Renders `markdown` as GitHub does, and reads the page. */
export function readPage(markdown: string) {
  const parsed = parseMarkdown(markdown);
  const comments = commentsOf(parsed);
  const tree = renderMarkdownTree(parsed);
  const elements = new Map<string, number>();
  for (const { tagName } of findElements(tree)) elements.set(tagName, (elements.get(tagName) ?? 0) + 1);
  const links = findElements(tree, 'a').map(({ properties }) => String(properties['href'] ?? ''));
  return { elements, links, ...findReferences(tree), comments, text: textOf(tree) };
}

/** Elements that a text may add: a line break, a paragraph, a dollar sign that is kept from being a formula. */
const ofTexts = new Set(['br', 'p', 'span', 'code']);
/** The note on findings that did not fit. */
const atMost: ReadonlyMap<string, number> = new Map([['em', 1]]);
/** Invisible characters, and those that change the reading order. */
const unseen =
  /[\p{Cs}\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

/**
 * What is on `page` and not on `plain`, the same page of harmless texts: one line each. Further links are allowed if
 * `references` is set: at most that many addresses of `http` or `https` without user info.
 */
export function additions(page: Page, plain: Page, references = 0): string[] {
  const found: string[] = [];
  for (const [name, count] of page.elements) {
    const allowed = (plain.elements.get(name) ?? 0) + (name === 'a' ? references : (atMost.get(name) ?? 0));
    if (!ofTexts.has(name) && count > allowed) found.push(`${count} <${name}>, not ${allowed}`);
  }
  const known = new Set(plain.links);
  for (const link of page.links) {
    if (!known.has(link) && (references === 0 || !isPlainWebAddress(link))) found.push(`link to ${link}`);
  }
  for (const kind of ['mentions', 'issues', 'commits', 'comments'] as const) {
    const extra = page[kind].filter((each) => !plain[kind].includes(each));
    if (extra.length > 0) found.push(`${kind}: ${extra.join(', ')}`);
  }
  const hidden = unseen.exec(page.text)?.[0];
  if (hidden !== undefined) found.push(`an unseen character, U+${hidden.charCodeAt(0).toString(16)}`);
  return found;
}

function isPlainWebAddress(link: string): boolean {
  const url = URL.parse(link);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return false;
  return url.username === '' && url.password === '' && url.host !== 'github.com';
}
