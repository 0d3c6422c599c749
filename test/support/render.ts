/** Renders Markdown as GitHub does: GFM, with raw HTML parsed and then reduced to what GitHub allows. */
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** The HTML tree (hast). */
export type HtmlTree = ReturnType<ReturnType<typeof rehypeSanitize>>;
type HtmlContent = HtmlTree['children'][number];
export type HtmlElement = Extract<HtmlContent, { type: 'element' }>;

/** GitHub's headings for alerts such as `> [!NOTE]`. */
const ALERTS = ['Note', 'Tip', 'Important', 'Warning', 'Caution'];

// The sanitizer comes last, as on GitHub. Only the alerts, which are GitHub's own markup, come after it.
const toTree = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize)
  .use(() => withAlerts);
const toHtml = unified().use(rehypeStringify);

/** The tree of the Markdown itself (mdast). */
export function parseMarkdown(markdown: string): ReturnType<typeof toTree.parse> {
  return toTree.parse(markdown);
}

/** The tree of what GitHub would show for `markdown`, as text or parsed. */
export function renderMarkdownTree(markdown: string | ReturnType<typeof parseMarkdown>): HtmlTree {
  return toTree.runSync(typeof markdown === 'string' ? parseMarkdown(markdown) : markdown);
}

/** What GitHub would show for `markdown`, as an HTML fragment. */
export function renderMarkdown(markdown: string): string {
  return toHtml.stringify(renderMarkdownTree(markdown));
}

/** Every element of the tree, or those of one name, in document order. */
export function findElements(tree: HtmlTree, tagName?: string): HtmlElement[] {
  const found: HtmlElement[] = [];
  const visit = (nodes: readonly HtmlContent[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      if (tagName === undefined || node.tagName === tagName) found.push(node);
      visit(node.children);
    }
  };
  visit(tree.children);
  return found;
}

/** The text people read in a tree or element, without any markup. */
export function textOf(node: HtmlTree | HtmlElement): string {
  const parts: readonly HtmlContent[] = node.children;
  return parts
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('');
}

/** A block quote at the top level that starts with `[!NOTE]` and the like becomes an alert box. */
function withAlerts(tree: HtmlTree): void {
  for (const quote of tree.children) {
    if (quote.type !== 'element' || quote.tagName !== 'blockquote') continue;
    const paragraph = quote.children.find((child) => child.type === 'element');
    const text = paragraph?.children[0];
    if (paragraph?.tagName !== 'p' || text?.type !== 'text') continue;
    const [marker, kind = ''] = /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(text.value) ?? [];
    const title = ALERTS.find((each) => each.toUpperCase() === kind.toUpperCase());
    if (marker === undefined || title === undefined) continue;
    text.value = text.value.slice(marker.length);
    quote.tagName = 'div';
    quote.properties = { className: ['markdown-alert', `markdown-alert-${kind.toLowerCase()}`] };
    const properties = { className: ['markdown-alert-title'] };
    const children: HtmlElement['children'] = [{ type: 'text', value: title }];
    quote.children.unshift({ type: 'element', tagName: 'p', properties, children });
  }
}

export interface References {
  /** With the `@`: `@user`, `@org/team`. Everybody named is notified. */
  readonly mentions: readonly string[];
  /** `#12`, `GH-12`, `owner/repo#12`. The issue then shows a reference. */
  readonly issues: readonly string[];
  /** 7 to 40 hexadecimal digits; GitHub links those that are commits. */
  readonly commits: readonly string[];
}

// GitHub ignores the text in these (html-pipeline, mention filter).
const IGNORED = new Set(['a', 'code', 'pre', 'tt', 'script', 'style']);

const MENTION =
  /(?<![\p{L}\p{N}_`/@.-])@([a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}(?:\[bot\])?(?:\/[a-z\d][\w-]*)?)(?![\w@])/giu;
const ISSUE = /(?<![\p{L}\p{N}_&#/-])((?:[a-z\d][\w-]*(?:\/[\w.-]+)?)?#\d+|GH-\d+)(?![\p{L}\p{N}_])/giu;
const COMMIT = /(?<![\p{L}\p{N}_@.-])((?:[a-z\d][\w-]*(?:\/[\w.-]+)?@)?[\da-f]{7,40})(?![\p{L}\p{N}_-])/giu;

/** What GitHub would turn into links, by kind, in document order. */
export function findReferences(tree: HtmlTree): References {
  const texts = [...textsOf(tree)];
  const find = (pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''));
  return { mentions: find(MENTION).map((name) => `@${name}`), issues: find(ISSUE), commits: find(COMMIT) };
}

function* textsOf(node: HtmlTree | HtmlContent): Generator<string> {
  if (node.type === 'text') yield node.value;
  if (node.type === 'element' && IGNORED.has(node.tagName)) return;
  if (node.type !== 'element' && node.type !== 'root') return;
  for (const child of node.children) yield* textsOf(child);
}
