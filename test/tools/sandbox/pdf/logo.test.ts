import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { isSoundPng, loadLogo } from '../../../../sandbox/pdf/logo.ts';
import { plain, serve } from '../probe-site.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A square PNG with an alpha channel. `pixels` may be other than its header says. */
function png(side: number, pixels = Buffer.alloc((1 + side * 4) * side, 0)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

test('only whole pictures of a moderate size are sound', () => {
  expect(isSoundPng(png(4))).toBe(true);
  expect(isSoundPng(png(4).subarray(0, 40))).toBe(false);
  expect(isSoundPng(png(4).subarray(0, -12))).toBe(false);
  expect(isSoundPng(png(0))).toBe(false);
  expect(isSoundPng(png(2001, Buffer.alloc(10)))).toBe(false);
  expect(isSoundPng(png(4, Buffer.alloc(17 * 4, 9)))).toBe(false);
  expect(isSoundPng(Buffer.from('no picture'))).toBe(false);
});

test('a logo is taken from this machine only, and only where it is a picture', async () => {
  await using files = await serve({
    '/logo.png': { headers: { 'content-type': 'image/png' }, body: png(16) },
    '/broken.png': { headers: { 'content-type': 'image/png' }, body: png(16, Buffer.alloc(40)) },
    '/text': plain('no picture'),
    '/big': { body: Buffer.alloc(600 * 1024, 0xff) },
  });
  expect(await loadLogo(`${files.url}/logo.png`)).toEqual(png(16));
  for (const address of [
    `${files.url}/broken.png`,
    `${files.url}/text`,
    `${files.url}/big`,
    'https://elsewhere.example/a.png',
    'x',
    null,
  ]) {
    expect(await loadLogo(address)).toBeNull();
  }
});
