import { expect, test } from '@jest/globals';
import { foundIn } from '../probe-site.ts';

test.each([
  ['form-to-cleartext', '<form action="http://forms.example/"><input name="a"></form>'],
  ['password-over-http', '<form><input type="password" name="p"></form>'],
  ['integrity-missing', '<script src="https://cdn.example/a.js"></script>'],
  ['integrity-missing', '<link rel="stylesheet" href="//cdn.example/a.css">'],
  ['hidden-foreign-frame', '<iframe src="https://ads.example/" style="display: none"></iframe>'],
])('%s is found in %s', async (id, body) => {
  expect(await foundIn(body)).toContain(id);
});

test.each([
  ['form-to-cleartext', '<form action="/send"><input name="a"></form>'],
  [
    'integrity-missing',
    '<script src="https://cdn.example/a.js" integrity="sha384-x"></script><script src="/a.js"></script>',
  ],
  ['integrity-missing', '<link rel="canonical" href="https://www.example/">'],
  ['integrity-missing', '<!-- <script src="https://cdn.example/a.js"></script> -->'],
  ['integrity-missing', '<script>document.write("<script src=\'https://cdn.example/a.js\'>")</script>'],
  ['hidden-foreign-frame', '<iframe src="/own" style="display: none"></iframe>'],
])('%s is not found in %s', async (id, body) => {
  expect(await foundIn(body)).not.toContain(id);
});
