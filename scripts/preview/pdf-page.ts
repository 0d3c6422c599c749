/**
 * The first two pages of a PDF side by side, as a complete page that draws them with the pdf.js of `unpdf`; those of A4
 * are 595 by 842 pixels. Chromium has to be started with `--allow-file-access-from-files`, because the page imports
 * that file.
 */
export function pdfPage(pdf: Buffer): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>PDF</title>
<style>
body { background: #d1d9e0; display: flex; gap: 20px; margin: 0; padding: 20px }
</style>
</head>
<body>
<canvas></canvas><canvas></canvas>
<script type="module">
import { getDocument } from '${import.meta.resolve('unpdf/pdfjs')}';
const data = Uint8Array.from(atob('${pdf.toString('base64')}'), (character) => character.charCodeAt(0));
const pdf = await getDocument({ data }).promise;
for (const [index, canvas] of document.querySelectorAll('canvas').entries()) {
  const page = await pdf.getPage(index + 1);
  const viewport = page.getViewport({ scale: 1 });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  // Not for the screen: that would wait for a frame, and a browser without a window draws none.
  await page.render({ canvas, canvasContext: canvas.getContext('2d'), viewport, intent: 'print' }).promise;
}
</script>
</body>
</html>
`;
}
