import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { madeLogoPng } from '../../../../test/support/studio/made-pictures.ts';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { pictureOfDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { embeddedLogo } from './embedded-logo.ts';
import { logo } from './logo.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>';
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const textOf = (url: string | undefined): string => pictureOfDataUrl(url ?? '')?.toString() ?? '';

test.each([
  ['base64', `data:image/svg+xml;base64,${base64(svg)}`],
  ['base64 with a character set', ` data:image/svg+xml;charset=utf-8;base64,${base64(svg)}`],
  ['percent signs', `data:image/svg+xml,${encodeURIComponent(svg)}`],
  ['plain text', `data:image/svg+xml;utf8,${svg.replaceAll('"', "'")}`],
])('an SVG logo in %s is returned as a data URL', (_, url) => {
  expect(textOf(embeddedLogo(url))).toContain('<path d="M0 0h9v9z">');
});

test('a bitmap logo is returned as a data URL', async () => {
  const png = await madeLogoPng();
  const url = embeddedLogo(`data:image/x;base64,${base64(png)}`);
  expect(url).toBe(`data:image/png;base64,${base64(png)}`);
});

test('scripts and references of an SVG logo are not returned', () => {
  const unsafe = svg.replace('<path', '<script>go()</script><a href="javascript:go()"><g onload="go()"/></a><path');
  const document = textOf(embeddedLogo(`data:image/svg+xml;base64,${base64(unsafe)}`));
  expect(document).toContain('<path');
  expect(document).not.toContain('go()');
});

test.each<[string, () => Promise<string> | string]>([
  ['an empty SVG', () => `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`],
  [
    'an SVG with entities of shapes',
    () => `data:image/svg+xml,${encodeURIComponent(`<!DOCTYPE svg [<!ENTITY a "<b/>">]>${svg}`)}`,
  ],
  ['an SVG over 24 KiB', () => `data:image/svg+xml;base64,${base64(svg.replace('h9', 'h1'.repeat(12_000)))}`],
  [
    'a dot',
    async () =>
      `data:image/png;base64,${base64(
        await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
          .png()
          .toBuffer(),
      )}`,
  ],
  ['a text', () => `data:text/plain;base64,${base64('a'.repeat(900))}`],
  ['a damaged URL', () => 'data:image/png;base64'],
])('%s is not a logo', async (_, make) => {
  expect(embeddedLogo(await make())).toBeUndefined();
});

test('the logo in the data URL of a picture of the header is found, after the file of a script', async () => {
  const url = `data:image/png;base64,${base64(await madeLogoPng())}`;
  const found = (attributes: string): (string | undefined)[] =>
    logo(pageOf(`<header><a class="logo" href="/"><img ${attributes} src="${url}"></a></header>`)).logos?.map(
      ({ value }) => value.url,
    ) ?? [];
  expect(found('')).toEqual([url]);
  expect(found('data-src="/logo.svg"')).toEqual(['https://shop.example/logo.svg']);
});
