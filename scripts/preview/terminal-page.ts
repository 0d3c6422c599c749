import { escapeHtml } from '../../sandbox/sites/site.ts';

/** Parameters of terminal sequences as styles, with colours that are readable on the dark page. */
const styles: Readonly<Record<string, string>> = {
  1: 'font-weight:700',
  2: 'opacity:.6',
  31: 'color:#ff7b72',
  32: 'color:#3fb950',
  33: 'color:#d29922',
  36: 'color:#39c5cf',
};
const ends = new Set(['', '0', '22', '39']);

/** One line of text with terminal sequences for bold, faint and colours, as HTML. Other sequences are left out. */
function terminalLine(line: string): string {
  return escapeHtml(line).replace(/\u001b\[([\d;]*)m/gu, (_sequence, parameters: string) => {
    if (ends.has(parameters)) return '</span>';
    const style = parameters.split(';').flatMap((parameter) => styles[parameter] ?? []);
    return style.length === 0 ? '' : `<span style="${style.toSorted().join(';')}">`;
  });
}

/** A window of a terminal in which `command` printed `lines`, as a complete page. */
export function terminalPage(command: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(command)}</title>
<style>
body { background: #0d1117; color: #e6edf3; margin: 0 }
header { background: #21262d; display: flex; gap: 8px; padding: 11px 14px }
header i { border-radius: 50%; height: 12px; width: 12px }
pre { font: 12px/1.5 "Liberation Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: 0; padding: 14px 18px; white-space: pre-wrap }
</style>
</head>
<body>
<header><i style="background:#ff5f57"></i><i style="background:#febc2e"></i><i style="background:#28c840"></i></header>
<pre><span style="color:#3fb950">$</span> ${escapeHtml(command)}

${lines.map(terminalLine).join('\n')}
</pre>
</body>
</html>
`;
}
