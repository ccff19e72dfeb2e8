import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import type { Findings } from '../../src/stages/onboarding/findings.ts';
import type { PageRole } from '../../src/stages/onboarding/page.ts';
import { watchedBrowser } from '../support/brands/browser.ts';
import type { HostileAnswer } from '../support/brands/hostile-pages.ts';
import { startPageWorld, type PageWorld } from '../support/brands/page-world.ts';

const button = 'display:inline-block;padding:16px 32px;background:#b3261e;color:#fff';
/** 日本の鞄 in Shift_JIS. */
const bags = Buffer.from('93fa967b82cc8a93', 'hex');
const pages: Record<string, string | HostileAnswer> = {
  '/unlabelled': (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=none' }).end('<h1>Grüße aus Köln</h1>');
  },
  '/shift-jis': (response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=none' });
    response.end(Buffer.concat([Buffer.from('<meta charset=x-sjis><h1>'), bags, Buffer.from('</h1>')]));
  },
  '/': `<h1>Rei&shy;se&shy;kos&shy;ten<wbr>ab&#8203;rech&NoBreak;nung&#xfeff;!</h1>
    <h2>${Array.from('Donaudampfschifffahrt').join('<wbr>')}</h2>
    <h2>กาแฟ&#8203;คั่ว&#8203;สด می&zwnj;خواهم</h2>
    <a href="/buy" style="${button}">Rei&shy;se&shy;kos&shy;ten&shy;ab&shy;rech&shy;nung be&shy;stel&shy;len&shy;&shy;&shy;</a>
    <input type="submit" value="Order the Night&#8203;Shift lamp" style="${button}"><form></form>
    <img alt="Night&shy;Shift" src="/a.png" width="600" height="400">`,
  '/product': `<main><h1>Night&shy;Shift</h1><p style="font-size:30px">1&#8203;299&#8203;&nbsp;€</p>
    <p>${'Made of wool. '.repeat(30)}</p></main>`,
  '/moving': `<style>
    @keyframes swap { from { background: #0a7a5a } 1% { background: #7a1f5c } to { background: #7a1f5c } }
    main { height: 900px; animation: swap 40s infinite }
    </style><main><h1>Night walks</h1></main>`,
  '/divided': `<main><h1>NightShift</h1><p style="font-size:30px">19<wbr>,99 €</p></main>`,
};

let world: PageWorld;
beforeAll(async () => {
  world = await startPageWorld(pages);
});
afterAll(() => world.close());

async function read(path: string, role: PageRole = 'brand'): Promise<Findings> {
  const { open } = await watchedBrowser();
  const reading = await new BrowserReader({ open, timeoutMs: 8_000 }).read(await world.open(path, role), world.deps);
  if (reading.kind !== 'read') throw new Error(reading.why);
  return reading.findings;
}

describe('the browser', () => {
  test('reads words with invisible characters whole', async () => {
    const { headlines, ctas, pictures } = await read('/');
    const painted = (found: readonly { value: string; source: string }[]): string[] =>
      found.filter(({ source }) => source === 'painted').map(({ value }) => value);
    expect(painted(headlines)).toEqual(['Reisekostenabrechnung!', 'Donaudampfschifffahrt', 'กาแฟคั่วสด می\u200cخواهم']);
    expect(painted(ctas).toSorted()).toEqual(['Order the NightShift lamp', 'Reisekostenabrechnung bestellen']);
    expect(pictures.map(({ value }) => value.alt)).toEqual(['NightShift']);
  });

  test('reads a page with an endless animation as it is at its start', async () => {
    const { colors } = await read('/moving');
    const areas = colors.flatMap(({ value, features }) => ('painted.area' in features ? [value] : []));
    expect(areas).toContain('#0a7a5a');
    expect(areas).not.toContain('#7a1f5c');
  });

  test.each([
    ['UTF-8', '/unlabelled', 'Grüße aus Köln'],
    ['Shift_JIS that the page declares', '/shift-jis', '日本の鞄'],
  ])('reads %s under a header with an unknown label', async (_, path, headline) => {
    const { headlines } = await read(path);
    expect(headlines.find(({ source }) => source === 'painted')?.value).toBe(headline);
  });

  test.each([
    ['with invisible characters', '/product', '1299'],
    ['with an optional line break', '/divided', '19.99'],
  ])('reads the name and the price of a product %s', async (_, path, price) => {
    const { productNames, prices } = await read(path, 'product');
    expect(productNames.find(({ source }) => source === 'painted')?.value).toBe('NightShift');
    expect(prices.find(({ source }) => source === 'painted')?.value).toEqual({ price, currency: 'EUR' });
  });
});
