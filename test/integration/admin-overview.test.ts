import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { admin, openAdmin, type AdminRig } from '../support/admin/admin-rig.ts';
import { openSample } from '../support/admin/sample-installation.ts';
import type { Installation } from '../support/installation/installation.ts';

let home: Installation;
let rig: AdminRig;
let page: string;

beforeAll(async () => {
  home = (await openSample()).home;
  rig = await openAdmin(home);
  page = await (await rig.as(admin).get('/')).text();
});
afterAll(async () => {
  await rig.close();
  home.close();
});

/** Returns the number of objects that a list shows. */
async function countIn(address: string): Promise<number> {
  const list = await (await rig.as(admin).get(address.replaceAll('&amp;', '&'))).text();
  return Number(/class="count">\s*(\d+)/.exec(list)?.[1]);
}

const links = (pattern: RegExp): RegExpMatchArray[] => [...page.matchAll(pattern)];

test('what needs attention leads to a list of exactly these jobs or callbacks', async () => {
  const shown = links(/href="([^"]+)">View (\d+) (failed|waiting|callback)/g);
  expect(new Set(shown.map(([, , , kind]) => kind))).toEqual(new Set(['failed', 'waiting', 'callback']));
  for (const [, address = '', count] of shown)
    expect([address, await countIn(address)]).toEqual([address, Number(count)]);
});

test('each number leads to the jobs that it counts, and failures stand out', async () => {
  const tiles = links(
    /class="tile ?(\w*)" href="([^"]+)"><span class="name">([^<]+)<\/span\s*><span class="value">(\d+)/g,
  );
  expect(tiles.map(([, tone, , name]) => [name, tone])).toEqual([
    ['Running now', ''],
    ['Waiting now', ''],
    ['Succeeded in 24 hours', ''],
    ['Failed in 24 hours', 'bad'],
  ]);
  for (const [, , address = '', name, count] of tiles)
    expect([name, await countIn(address)]).toEqual([name, Number(count)]);
});
