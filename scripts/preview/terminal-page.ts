import { escapeHtml } from '../../sandbox/sites/site.ts';

/** The parameters of a terminal sequence as colours that are readable on the dark page. */
const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#3fb950',
  33: '#d29922',
  34: '#58a6ff',
  36: '#39c5cf',
  90: '#8b949e',
};

/** One line of text with terminal sequences for bold, faint and colours, as HTML. Other sequences are left out. */
function terminalLine(line: string): string {
  let [colour, isBold, isFaint] = ['', false, false];
  const obey = (code: string) => {
    if (code === '' || code === '0') [colour, isBold, isFaint] = ['', false, false];
    else if (code === '39') colour = '';
    else if (code === '22') [isBold, isFaint] = [false, false];
    else if (code === '1') isBold = true;
    else if (code === '2') isFaint = true;
    else colour = colours[code] ?? colour;
  };
  // Every second part is the parameters of a sequence.
  const parts = line.split(/\u001b\[([\d;]*)m/u).map((part, index) => {
    if (index % 2 === 1) {
      for (const code of part.split(';')) obey(code);
      return '';
    }
    const style = [
      colour === '' ? '' : `color:${colour}`,
      isBold ? 'font-weight:700' : '',
      isFaint ? 'opacity:.6' : '',
    ].filter((rule) => rule !== '');
    const text = escapeHtml(part);
    return style.length === 0 || part === '' ? text : `<span style="${style.join(';')}">${text}</span>`;
  });
  return parts.join('');
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
