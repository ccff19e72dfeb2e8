import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readApiConfig } from './api-config.ts';
import { readObjectsLocation } from './command-config.ts';
import { readControllerConfig } from './controller-config.ts';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { knownSettings } from './known-settings.ts';
import { readRedisConfig } from './ledger-config.ts';
import { readServiceConfig } from './service-config.ts';
import { readStageConfig } from './stage-config.ts';

const schema = z.object({
  ADWRIGHT_LISTEN: z.string().optional(),
  ADWRIGHT_LISTEN_BACKLOG: z.string().min(9, 'is short'),
});

function messageOf(read: () => unknown): string {
  try {
    read();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

test('the error of a setting does not hide the error of a setting with a longer name', () => {
  const check: SettingCheck = () => [{ setting: 'ADWRIGHT_LISTEN', message: 'is taken' }];
  const message = messageOf(() => readEnvironment(schema, { ADWRIGHT_LISTEN_BACKLOG: 'x' }, [check]));
  expect(message).toContain('ADWRIGHT_LISTEN is taken.');
  expect(message).toContain('ADWRIGHT_LISTEN_BACKLOG is short.');
});

test('an error inside a setting hides what a check finds in the whole setting', () => {
  const Price = z.object({
    A: z
      .string()
      .transform(() => ({ b: 'x' }))
      .pipe(z.object({ b: z.literal('y', 'must be y') })),
  });
  const check: SettingCheck = () => [{ setting: 'A', message: 'is unknown' }];
  expect(messageOf(() => readEnvironment(Price, { A: 'x' }, [check]))).toBe(
    'The settings are invalid:\n  A.b must be y.',
  );
});

/** Values that are invalid for every kind of setting. `{}` and `[1]` are valid JSON with invalid content. */
const wrongValues = [
  '\u0000 wrong',
  '-1',
  '1.5',
  '{}',
  '[1]',
  '{"image1k":"x"}',
  '{"__proto__":1}',
  '{"jobId":1,"inputs":5}',
];
const roles: readonly ((env: NodeJS.ProcessEnv) => unknown)[] = [
  readApiConfig,
  readControllerConfig,
  readServiceConfig,
  readStageConfig,
  readRedisConfig,
  (env) => readObjectsLocation({}, env),
];

test.each(['volume', 's3', 'neither'])('every invalid setting has a specific message, with storage %s', (storage) => {
  const messages = wrongValues.flatMap((value) => {
    const env = { ...Object.fromEntries(knownSettings.map((name) => [name, value])), ADWRIGHT_STORAGE: storage };
    return roles.map((read) => messageOf(() => read(env)));
  });
  expect(messages.some((message) => message.includes('ADWRIGHT_LOG_LEVEL must be'))).toBe(true);
  expect(messages.filter((message) => !message.startsWith('The settings are invalid:'))).toEqual([]);
  expect(messages.filter((message) => /is not valid|Invalid|Unrecognized|Too /.test(message))).toEqual([]);
});

test('a setting with two errors of the same message is listed once', () => {
  const twice = z.object({ A: z.coerce.number('is odd').int('is odd').max(9, 'is odd') });
  expect(messageOf(() => readEnvironment(twice, { A: '1e99' }))).toBe('The settings are invalid:\n  A is odd.');
});
