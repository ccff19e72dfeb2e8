import { expect, test } from '@jest/globals';
import { browserSetting, testedBrowser } from './browser-setting.ts';

test.each<[string, { browser: string; stageMemoryMebibytes: number | undefined }, string]>([
  ['stays on without a memory limit', { browser: '', stageMemoryMebibytes: undefined }, ''],
  ['stays on with 1.5 GiB', { browser: '/usr/bin/chromium', stageMemoryMebibytes: 1_536 }, '/usr/bin/chromium'],
  ['is turned off with less', { browser: '/usr/bin/chromium', stageMemoryMebibytes: 1_535 }, 'off and warned'],
  ['that is off needs no warning', { browser: 'off', stageMemoryMebibytes: 512 }, 'off'],
])('a browser %s', (_, settings, want) => {
  let warned = '';
  const setting = browserSetting(settings, { warn: () => (warned = ' and warned') });
  expect(setting + warned).toBe(want);
});

test.each([
  ['stays on if the browser can start', true, ''],
  ['is off once a test has shown that the browser cannot start', false, 'off'],
])('the setting of the next stage %s', async (_, canStart, want) => {
  const tested = Promise.resolve(canStart);
  const setting = testedBrowser('', () => tested);
  expect(setting()).toBe('');
  await tested;
  expect(setting()).toBe(want);
});

test('a browser that is off is not started for a test', () => {
  const setting = testedBrowser('off', () => {
    throw new Error('The browser was started.');
  });
  expect(setting()).toBe('off');
});
