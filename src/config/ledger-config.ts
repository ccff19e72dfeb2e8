import { readEnvironment, type SettingCheck } from './environment.ts';
import { redisSettings } from './ledger-settings.ts';
import { schemaOf, type ValuesOf } from './setting.ts';

export type RedisConfig = ValuesOf<typeof redisSettings>;

/**
 * Reads the Redis settings for an operator command. Returns undefined if `ADWRIGHT_REDIS_URL` is not set. Throws
 * `ConfigError` if a setting is invalid.
 */
export function readRedisConfig(env: NodeJS.ProcessEnv = process.env): RedisConfig | undefined {
  if ((env['ADWRIGHT_REDIS_URL'] ?? '') === '') return undefined;
  return readEnvironment(schemaOf(redisSettings), env, [redisCheck]);
}

export const redisCheck: SettingCheck = (given) => {
  const { ADWRIGHT_REDIS_URL: url = '', ADWRIGHT_REDIS_USERNAME: user, ADWRIGHT_REDIS_PASSWORD: password } = given;
  const isUser = user !== undefined || (URL.canParse(url) && new URL(url).username !== '');
  const isPlain = url.startsWith('redis:') && given['ADWRIGHT_REDIS_CA_FILE'] !== undefined;
  return [
    ...(isPlain ? [{ setting: 'ADWRIGHT_REDIS_CA_FILE', message: 'requires a rediss:// URL' }] : []),
    ...(isUser && password === undefined
      ? [{ setting: 'ADWRIGHT_REDIS_PASSWORD', message: 'is required if a user name is set' }]
      : []),
  ];
};
