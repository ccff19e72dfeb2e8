import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { readApiConfig } from './api-config.ts';
import { readHomeConfig } from './command-config.ts';
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

test('the fault of a setting does not hide that of one whose name it begins with', () => {
  const check: SettingCheck = () => [{ setting: 'ADWRIGHT_LISTEN', message: 'is taken' }];
  const message = messageOf(() => readEnvironment(schema, { ADWRIGHT_LISTEN_BACKLOG: 'x' }, [check]));
  expect(message).toContain('ADWRIGHT_LISTEN is taken.');
  expect(message).toContain('ADWRIGHT_LISTEN_BACKLOG is short.');
});

test('a fault inside a setting hides what a check finds in the whole of it', () => {
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

/** Wrong for settings of every form; `{}` and `[1]` are wrong within JSON. */
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
  (env) => readHomeConfig({}, env),
];

test.each(['volume', 's3', 'neither'])('every wrong setting has a message of its own, with storage %s', (storage) => {
  const messages = wrongValues.flatMap((value) => {
    const env = { ...Object.fromEntries(knownSettings.map((name) => [name, value])), ADWRIGHT_STORAGE: storage };
    return roles.map((read) => messageOf(() => read(env)));
  });
  expect(messages.some((message) => message.includes('ADWRIGHT_LOG_LEVEL must be'))).toBe(true);
  expect(messages.filter((message) => /is not valid|Invalid|Unrecognized|Too /.test(message))).toEqual([]);
});

test('a setting with two faults of the same wording is named once', () => {
  const twice = z.object({ A: z.coerce.number('is odd').int('is odd').max(9, 'is odd') });
  expect(messageOf(() => readEnvironment(twice, { A: '1e99' }))).toBe('The settings are invalid:\n  A is odd.');
});
