import { expect, test } from '@jest/globals';
import type { Evidence, Features } from '../evidence.ts';
import type { LogoValue } from '../findings.ts';
import { svgDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import { rankLogos } from './logo.ts';

const of = (ones: string[]): Features => Object.fromEntries(ones.map((name) => [name, 1]));
const written = (url: string, ...ones: string[]): Evidence<LogoValue> => ({
  value: { url },
  source: 'page',
  features: of(['written', 'written.header', ...ones]),
});
const painted = (value: LogoValue, ...ones: string[]): Evidence<LogoValue> => ({
  value,
  source: 'painted',
  features: of(['painted', 'painted.top', 'painted.left', 'painted.sized', ...ones]),
});
const best = (...found: Evidence<LogoValue>[]): string | undefined => rankLogos(found)[0]?.value.url;

const file = 'https://tern.example/logo.svg';
const png = 'data:image/png;base64,AAAA';

test('a file that the browser has painted is one logo with the file of the source, as it was painted', () => {
  const ranked = rankLogos([written(file, 'written.named'), painted({ url: png, file })]);
  expect(ranked.map(({ value }) => value.url)).toEqual([png]);
});

test('a drawing of the source and the same drawing as painted are one logo, as it was painted', () => {
  const ranked = rankLogos([written(svgDataUrl('<svg/>'), 'written.named'), painted({ url: png }, 'painted.drawing')]);
  expect(ranked.map(({ value }) => value.url)).toEqual([png]);
});

test.each<[string, Evidence<LogoValue>]>([
  [
    'an icon of the browser tab',
    { value: { url: 'https://tern.example/fav.png' }, source: 'page', features: of(['icon', 'icon.large']) },
  ],
  [
    'a picture that only structured data name',
    { value: { url: 'https://tern.example/a.png' }, source: 'json-ld', features: of(['structured']) },
  ],
  ['a picture in another link', written('https://tern.example/b.png', 'written.elsewhere')],
])('a picture that is painted at the top and named after a logo comes before %s', (_, other) => {
  expect(best(other, written(file, 'written.named', 'written.home-link'), painted({ url: file, file }))).toBe(file);
});
