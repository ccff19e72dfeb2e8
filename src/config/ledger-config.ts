import { z } from 'zod';
import { videoCreatesMax, windowDefaults, type WindowDefaults } from '../schema/apikey.ts';
import { readEnvironment, type SettingCheck } from './environment.ts';
import { secondsOfDay, flag, whole } from './settings.ts';

type Seen<S extends z.ZodRawShape> = z.output<z.ZodObject<S>>;

/** Where the books and the counters are. */
export const redisSettings = {
  ADWRIGHT_REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      error: 'must be a redis:// or rediss:// URL, such as rediss://redis.example.com:6380',
    })
    .refine((url) => new URL(url).password === '', 'must hold no password: give it as ADWRIGHT_REDIS_PASSWORD')
    .refine((url) => ['', '/', '/0'].includes(new URL(url).pathname), 'must name no database but 0'),
  ADWRIGHT_REDIS_USERNAME: z.string().optional(),
  ADWRIGHT_REDIS_PASSWORD: z.string().optional(),
  ADWRIGHT_REDIS_CA_FILE: z.string().startsWith('/', 'must be the absolute path of a PEM file').optional(),
  ADWRIGHT_REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must have letters, digits and . _ - alone, at most 128')
    .default('adwright'),
};

export interface RedisConfig {
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** Of the authority that signed the server's certificate. */
  caFile: string | undefined;
  /** Before the name of every key. */
  prefix: string;
}

/** What an operator command finds in the environment; undefined where no Redis is named. Throws `ConfigError`. */
export function readRedisConfig(env: NodeJS.ProcessEnv = process.env): RedisConfig | undefined {
  if ((env['ADWRIGHT_REDIS_URL'] ?? '') === '') return undefined;
  return redisOf(readEnvironment(z.object(redisSettings), env, [redisCheck]));
}

/** Finds a setting of Redis that is given without what it belongs to. */
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

/** Of JSON this can be a key like any other, and zod's records leave it out. */
function hasProto(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__');
}

const creditsMax = 1_000_000;
const priceError = `must be a whole number of credits from 0 to ${creditsMax}`;
const PriceInCredits = z
  .int({ error: priceError })
  .min(0, { error: priceError })
  .max(creditsMax, { error: priceError });

/** `{"image1k": 6}`: credits by action, where they differ from the list that is built in. */
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
    .refine((prices) => !hasProto(prices), 'there is no price "__proto__"')
    .pipe(
      z.record(z.string(), PriceInCredits, { error: 'must be an object of credits by action, such as {"image1k": 6}' }),
    ),
};

/** What a key may ask for in a minute, where it has no limits of its own. */
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

/** How long finished jobs stay. */
export const retentionSettings = {
  ADWRIGHT_JOB_TTL_SECONDS: whole(0, 3_650 * secondsOfDay).default(secondsOfDay),
  ADWRIGHT_FINISHED_JOBS_MAX: whole(0, 1_000_000).default(20_000),
  ADWRIGHT_ARCHIVE_DAYS: whole(0, 3_650).default(30),
  ADWRIGHT_ACCOUNT_METRICS: flag.default(true),
};

export interface RetentionConfig {
  /** As a resource, where the job does not say otherwise. */
  ttlSeconds: number;
  /** Beyond so many the oldest go first. */
  finishedJobsMax: number;
  /** In the archive. */
  archiveDays: number;
}

export function retentionOf(seen: Seen<typeof retentionSettings>): RetentionConfig {
  return {
    ttlSeconds: seen.ADWRIGHT_JOB_TTL_SECONDS,
    finishedJobsMax: seen.ADWRIGHT_FINISHED_JOBS_MAX,
    archiveDays: seen.ADWRIGHT_ARCHIVE_DAYS,
  };
}
