import { z } from 'zod';
import { rateWindows } from '../ads/known-types.ts';
import { settingOf } from '../ads/rate-window.ts';
import { setting } from './setting.ts';
import { flag, secondsOfDay, whole } from './value-schemas.ts';

export const redisSettings = {
  url: setting(
    'ADWRIGHT_REDIS_URL',
    z
      .url({
        protocol: /^rediss?$/,
        error: 'must be a redis:// or rediss:// URL, such as rediss://redis.example.com:6380',
      })
      .refine((url) => !URL.parse(url)?.password, 'must not contain a password: set ADWRIGHT_REDIS_PASSWORD instead')
      .refine(
        (url) => ['', '/', '/0'].includes(URL.parse(url)?.pathname ?? ''),
        'must not select a database other than 0',
      ),
  ),
  username: setting('ADWRIGHT_REDIS_USERNAME', z.string().optional()),
  password: setting('ADWRIGHT_REDIS_PASSWORD', z.string().optional()),
  caFile: setting(
    'ADWRIGHT_REDIS_CA_FILE',
    z.string().startsWith('/', 'must be the absolute path of a PEM file').optional(),
  ),
  prefix: setting(
    'ADWRIGHT_REDIS_PREFIX',
    z
      .string()
      .regex(/^[\w.-]{1,128}$/, 'must have at most 128 letters, digits, dots, underscores and hyphens')
      .default('adwright'),
  ),
};

/** Reports whether a JSON object has the key `__proto__`, which zod drops without an error. */
function hasProto(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__');
}

const creditsMax = 1_000_000;
const priceError = `must be a whole number of credits from 0 to ${creditsMax}`;
const PriceInCredits = z
  .int({ error: priceError })
  .min(0, { error: priceError })
  .max(creditsMax, { error: priceError });

export const priceSettings = {
  /** Prices in credits by action, such as `{"image1k": 6}`, which override the built-in price list. */
  prices: setting(
    'ADWRIGHT_PRICES',
    z
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
        z.record(z.string(), PriceInCredits, {
          error: 'must be an object of credits by action, such as {"image1k": 6}',
        }),
      ),
  ),
};

export const windowSettings = {
  windowDefaults: Object.fromEntries(
    rateWindows.map((window) => [
      window.limit,
      setting(settingOf(window), whole(1, window.max).default(window.perMinute)),
    ]),
  ),
};

export const retentionSettings = {
  retention: {
    ttlSeconds: setting('ADWRIGHT_JOB_TTL_SECONDS', whole(0, 3_650 * secondsOfDay).default(secondsOfDay)),
    finishedJobsMax: setting('ADWRIGHT_FINISHED_JOBS_MAX', whole(0, 1_000_000).default(20_000)),
    archiveDays: setting('ADWRIGHT_ARCHIVE_DAYS', whole(0, 3_650).default(30)),
    auditLogDays: setting('ADWRIGHT_AUDIT_LOG_DAYS', whole(1, 3_650).default(400)),
  },
  hasAccountMetrics: setting('ADWRIGHT_ACCOUNT_METRICS', flag.default(true)),
};
