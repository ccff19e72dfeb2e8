import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { operationName, recordFile, type OperationRecord } from '../../src/models/records/operation-record.ts';
import { openBrowser, openWindow, violationsOf } from '../support/admin/admin-browser.ts';
import { admin, openAdmin, ownerOf, type AdminClient, type AdminRig } from '../support/admin/admin-rig.ts';
import { createMadeJob, madeKey } from '../support/admin/made-job.ts';
import { Installation } from '../support/installation/installation.ts';
import { acme, createFundedAccount } from '../support/installation/objects.ts';
import { sampleRecord } from '../support/models/sample-record.ts';

let home: Installation;
let rig: AdminRig;
let browser: Browser;
let ada: AdminClient;

beforeAll(async () => {
  home = new Installation();
  await home.ledger.audit.begin('first');
  await createFundedAccount(home, acme, 1_000);
  [rig, browser] = await Promise.all([openAdmin(home), openBrowser()]);
  ada = rig.as(admin);
});
afterAll(async () => {
  await browser.close();
  await rig.close();
  home.close();
});

const at = (second: number): string => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const ended = { endTime: at(30) };

/** Creates a job with records of calls in the folders of attempts, such as `image-1`. */
async function jobWith(records: readonly (readonly [attempt: string, record: OperationRecord])[]): Promise<string> {
  const { name } = (await createMadeJob(home)).metadata;
  for (const [attempt, record] of records) {
    const key = madeKey(name, recordFile(operationName(record)), `${attempt}-${'1'.repeat(32)}`);
    await home.artifacts.put(key, Buffer.from(JSON.stringify(record)));
  }
  return name;
}

/** Returns the section about models of the page of a job, or `''`. */
async function sectionOf(jobId: string, person = ada): Promise<string> {
  const page = await (await person.get(`/jobs/${jobId}`)).text();
  return /<section[^>]*"models"[^]*?<\/section>/.exec(page)?.[0] ?? '';
}

const textsIn = (section: string, tag: string): string[] =>
  [...section.matchAll(new RegExp(`<${tag}>([^<]*)`, 'g'))].map(([, text = '']) => text);

const writing = { port: 'copywriter' as const, entry: 'qwen', system: 'You write ideas.', prompt: 'Facts: a mug' };
const long = 'A table by a window, at dawn. '.repeat(134).slice(0, 4_000);

/** Calls for a text, pictures, a mask, a clip and a sentence. The second attempt has taken the text over. */
const calls = [
  ['concept-1', sampleRecord({ ...writing, state: 'started', startTime: at(1), endTime: null })],
  ['concept-2', sampleRecord({ ...writing, startTime: at(1), ...ended })],
  ['image-1', sampleRecord({ startTime: at(2), ...ended, prompt: long })],
  ['image-1', sampleRecord({ startTime: at(3), ...ended, number: 2, refusals: ['it is blurred'] })],
  ['image-1', sampleRecord({ startTime: at(4), ...ended, port: 'cutout', prompt: null })],
  ['video-1', sampleRecord({ startTime: at(5), endTime: null, port: 'video', prompt: 'Steam.', state: 'accepted' })],
  ['video-1', sampleRecord({ startTime: at(6), ...ended, port: 'speech', prompt: 'Hello.', state: 'failed' })],
] as const;

test('the page of a job shows what each call asked a model for, and how it ended', async () => {
  const section = await sectionOf(await jobWith(calls));
  expect(textsIn(section, 'summary')).toEqual([
    'concept: copywriter by qwen, first try (answered, 29 sec, $0.04)',
    'image: image by painter, first try (answered, 28 sec, $0.04)',
    'image: image by painter, second try (result not used, 27 sec, $0.04)',
    'video: video by painter, first try (no result yet, $0.04)',
    'video: speech by painter, first try (failed, 24 sec, $0.04)',
  ]);
  const prompts = ['You write ideas.', 'Facts: a mug', long, 'A table by a window.', 'Steam.', 'Hello.'];
  expect(textsIn(section, 'code')).toEqual(prompts);
  expect(section.match(/Only the first 4,000 characters are stored/g)).toHaveLength(1);
});

test('a prompt is shown as text, to the owner of the account too', async () => {
  const id = await jobWith([['image-1', sampleRecord({ system: '<xss-system>', prompt: '</code><xss-prompt>' })]]);
  const section = await sectionOf(id, rig.as(ownerOf('acme')));
  expect(section).toContain('&lt;xss-system&gt;');
  expect(section).toContain('&lt;/code&gt;&lt;xss-prompt&gt;');
  expect(await sectionOf(id, rig.as(ownerOf('globex')))).toBe('');
});

test('a damaged record and a job without records show no prompts', async () => {
  expect(await sectionOf(await jobWith([]))).toBe('');
  const { name } = (await createMadeJob(home)).metadata;
  await home.artifacts.put(madeKey(name, 'operations/image-1.json'), Buffer.from('{"format":1'));
  expect(await sectionOf(name)).toBe('');
});

test.each([
  [1_280, 'light'],
  [390, 'dark'],
] as const)(
  'a prompt unfolds, scrolls and can be copied on a screen of %d pixels (%s)',
  async (width, theme) => {
    const id = await jobWith(calls);
    const context = await openWindow(browser, rig, ada, { width, theme });
    const page = await context.newPage();
    await page.goto(`${rig.url}/jobs/${id}`);
    const prompt = page.locator('details.prompt').nth(1);
    expect(await prompt.locator('pre').isVisible()).toBe(false);
    await prompt.locator('summary').click();
    expect(await prompt.locator('pre').isVisible()).toBe(true);
    expect(await prompt.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true);
    const sideways = `[...document.querySelectorAll('.prompt[open] pre')].filter((box) => box.scrollWidth > box.clientWidth)`;
    expect(await page.evaluate(`${sideways}.length`)).toBe(0);
    expect(Number(await page.evaluate('document.documentElement.scrollWidth'))).toBeLessThanOrEqual(width);
    expect(await violationsOf(page)).toEqual([]);
    await context.close();
  },
  60_000,
);
