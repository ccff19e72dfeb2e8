import { z } from 'zod';
import { videoCreatesMax, windowDefaults, type WindowDefaults } from '../schema/apikey.ts';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { secondsOfDay, flag, whole } from './settings.ts';

type Seen<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** Settings of the Redis that stores the ledger and the rate-limit counters. */
export const redisSettings = {
  ADWRIGHT_REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      error: 'must be a redis:// or rediss:// URL, such as rediss://redis.example.com:6380',
    })
    .refine((url) => new URL(url).password === '', 'must not contain a password: set ADWRIGHT_REDIS_PASSWORD instead')
    .refine((url) => ['', '/', '/0'].includes(new URL(url).pathname), 'must not select a database other than 0'),
  ADWRIGHT_REDIS_USERNAME: z.string().optional(),
  ADWRIGHT_REDIS_PASSWORD: z.string().optional(),
  ADWRIGHT_REDIS_CA_FILE: z.string().startsWith('/', 'must be the absolute path of a PEM file').optional(),
  ADWRIGHT_REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must have at most 128 letters, digits, dots, underscores and hyphens')
    .default('adwright'),
};

export interface RedisConfig {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** PEM file of the authority that signed the server's certificate. */
  caFile: string | undefined;
  /** Prefix of every key in Redis. */
  prefix: string;
}

/**
 * Reads the Redis settings of an operator command. Returns undefined if `ADWRIGHT_REDIS_URL` is not set. Throws
 * `ConfigError`.
 */
export function readRedisConfig(env: NodeJS.ProcessEnv = process.env): RedisConfig | undefined {
  if ((env['ADWRIGHT_REDIS_URL'] ?? '') === '') return undefined;
  return redisOf(readEnvironment(z.object(redisSettings), env, [redisCheck]));
}

/** Finds Redis settings that require another setting. */
export const redisCheck: SettingCheck = (given) => {
  const { ADWRIGHT_REDIS_URL: url = '', ADWRIGHT_REDIS_USERNAME: user, ADWRIGHT_REDIS_PASSWORD: password } = given;
  const isUser = user !== undefined || (URL.canParse(url) && new URL(url).username !== '');
  const isPlain = url.startsWith('redis:') && given['ADWRIGHT_REDIS_CA_FILE'] !== undefined;
  return [
    ...(isPlain ? [{ setting: 'ADWRIGHT_REDIS_CA_FILE', message: 'requires a rediss:// URL' }] : []),
    ...(isUser && password === undefined
      ? [{ setting: 'ADWRIGHT_REDIS_PASSWORD', message: 'is required with a user name' }]
      : []),
  ];
};

export function redisOf(seen: Seen<typeof redisSettings>): RedisConfig {
  return {
    url: seen.ADWRIGHT_REDIS_URL,
    username: seen.ADWRIGHT_REDIS_USERNAME,
    password: seen.ADWRIGHT_REDIS_PASSWORD,
    caFile: seen.ADWRIGHT_REDIS_CA_FILE,
    prefix: seen.ADWRIGHT_REDIS_PREFIX,
  };
}

/** Reports whether a JSON object has the key `__proto__`, which zod's records silently drop. */
function hasProto(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__');
}

const creditsMax = 1_000_000;
const priceError = `must be a whole number of credits from 0 to ${creditsMax}`;
const PriceInCredits = z
  .int({ error: priceError })
  .min(0, { error: priceError })
  .max(creditsMax, { error: priceError });

/** Prices such as `{"image1k": 6}`: credits by action, which override the built-in price list. */
export const priceSettings = {
  ADWRIGHT_PRICES: z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({
          code: 'custom',
          message: 'must be JSON: an object of credits by action, such as {"image1k": 6}',
        });
        return z.NEVER;
      }
    })
    .refine((prices) => !hasProto(prices), 'must not contain "__proto__"')
    .pipe(
      z.record(z.string(), PriceInCredits, { error: 'must be an object of credits by action, such as {"image1k": 6}' }),
    ),
};

/** Rate limits for API keys that have no limits of their own. */
export const windowSettings = {
  ADWRIGHT_IMAGE_CREATES_PER_MINUTE: whole(1, 10_000).default(windowDefaults.imageCreatesPerMinute),
  ADWRIGHT_VIDEO_CREATES_PER_MINUTE: whole(1, videoCreatesMax).default(windowDefaults.videoCreatesPerMinute),
  ADWRIGHT_JOB_READS_PER_MINUTE: whole(1, 1_000_000).default(windowDefaults.jobReadsPerMinute),
  ADWRIGHT_RESPONSE_CACHE_MIB: whole(1, 65_536).default(64),
};

export function windowDefaultsOf(seen: Seen<typeof windowSettings>): WindowDefaults {
  return {
    imageCreatesPerMinute: seen.ADWRIGHT_IMAGE_CREATES_PER_MINUTE,
    videoCreatesPerMinute: seen.ADWRIGHT_VIDEO_CREATES_PER_MINUTE,
    jobReadsPerMinute: seen.ADWRIGHT_JOB_READS_PER_MINUTE,
  };
}

/** Settings of how long finished jobs are kept. */
export const retentionSettings = {
  ADWRIGHT_JOB_TTL_SECONDS: whole(0, 3_650 * secondsOfDay).default(secondsOfDay),
  ADWRIGHT_FINISHED_JOBS_MAX: whole(0, 1_000_000).default(20_000),
  ADWRIGHT_ARCHIVE_DAYS: whole(0, 3_650).default(30),
  ADWRIGHT_ACCOUNT_METRICS: flag.default(true),
};

export interface RetentionConfig {
  /** Time that a finished AdJob is kept, unless the job sets its own time. */
  ttlSeconds: number;
  /** Maximum number of finished AdJobs that are kept. Of more AdJobs, the oldest are deleted first. */
  finishedJobsMax: number;
  /** Number of days that the record of a job is kept in the archive. */
  archiveDays: number;
}

export function retentionOf(seen: Seen<typeof retentionSettings>): RetentionConfig {
  return {
    ttlSeconds: seen.ADWRIGHT_JOB_TTL_SECONDS,
    finishedJobsMax: seen.ADWRIGHT_FINISHED_JOBS_MAX,
    archiveDays: seen.ADWRIGHT_ARCHIVE_DAYS,
  };
}
