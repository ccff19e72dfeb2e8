import { describe, expect, test } from '@jest/globals';
import { pageOf } from '../../../test/support/brands/page-of.ts';
import { metaRefresh } from './meta-refresh.ts';

const forwarding = (content: string, body = ''): string =>
  `<html><head><meta http-equiv="Refresh" content="${content}"></head><body>${body}</body></html>`;

describe('metaRefresh', () => {
  test.each([
    ['0;url=/de/', 'https://shop.example/de/'],
    ['0; URL=https://www.shop.example/', 'https://www.shop.example/'],
    [`3; url='home.html'`, 'https://shop.example/home.html'],
    ['0, start', 'https://shop.example/start'],
    ['0.5;url=/a b', 'https://shop.example/a%20b'],
  ])('metaRefresh of the content %j is %s', (content, target) => {
    expect(metaRefresh(pageOf(forwarding(content)))).toBe(target);
  });
});

describe('pages without a meta refresh', () => {
  test.each([
    ['that reloads itself', forwarding('5')],
    ['that reloads itself by its own URL', forwarding('0;url=/#top')],
    ['that forwards after a minute', forwarding('60;url=/other')],
    ['that forwards to a script', forwarding('0;url=javascript:alert(1)')],
    ['that forwards to a local file', forwarding('0;url=file:///etc/passwd')],
    ['with much text', forwarding('5;url=/live', `<p>${'News of the day. '.repeat(60)}</p>`)],
    ['that forwards visitors without scripts', '<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>'],
    ['without a meta element', '<p>Tea</p>'],
  ])('metaRefresh ignores a page %s', (_, html) => {
    expect(metaRefresh(pageOf(html))).toBeUndefined();
  });
});
