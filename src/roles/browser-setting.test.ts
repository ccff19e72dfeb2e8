import { expect, test } from '@jest/globals';
import { browserSetting } from './browser-setting.ts';

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
