import { escapeHtml } from '../../sandbox/sites/site.ts';

export interface SwitchedPages {
  readonly title: string;
  /** Complete pages, each in its theme. */
  readonly light: string;
  readonly dark: string;
}

/** Both pages in one, in frames, so that the width of a phone is real to them; switched without a script. */
export function switchedPage({ title, light, dark }: SwitchedPages): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
html, body { height: 100%; margin: 0 }
body { background: #888; display: flex; flex-direction: column; font: 14px/1.5 system-ui, sans-serif }
form { background: #fff; display: flex; flex-wrap: wrap; gap: 24px; padding: 8px 16px }
fieldset { border: 0; display: flex; gap: 12px; margin: 0; padding: 0 }
main { display: flex; flex: 1; justify-content: center; min-height: 0 }
iframe { border: 0; height: 100%; width: 100% }
body:has(#phone:checked) iframe { width: 390px }
body:has(#light:checked) #dark-page, body:has(#dark:checked) #light-page { display: none }
body:has(#both:checked) iframe { flex: 1; min-width: 0 }
body:has(#both:checked):has(#phone:checked) iframe { flex: none }
</style>
</head>
<body>
<form>
<fieldset><label><input type="radio" name="theme" id="light" checked> light</label><label><input type="radio" name="theme" id="dark"> dark</label><label><input type="radio" name="theme" id="both"> side by side</label></fieldset>
<fieldset><label><input type="radio" name="width" id="wide" checked> wide</label><label><input type="radio" name="width" id="phone"> phone (390 px)</label></fieldset>
</form>
<main>
<iframe id="light-page" title="light" srcdoc="${escapeHtml(light)}"></iframe>
<iframe id="dark-page" title="dark" srcdoc="${escapeHtml(dark)}"></iframe>
</main>
</body>
</html>
`;
}
