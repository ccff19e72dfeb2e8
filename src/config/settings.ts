import { z } from 'zod';
import { defaultLoadLimits, type LoadLimits } from '../api/load/load-limits.ts';
import { listenAddress } from './environment.ts';

export const flag = z.stringbool({
  ...{ truthy: ['true'], falsy: ['false'], case: 'sensitive' },
  error: 'must be true or false',
});

export function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

export const secondsOfDay = 86_400;

/** Time limits such as `onboarding=30,image=120`: maximum seconds that one attempt (run) of a stage may take. */
export const StageDeadlines = z
  .string()
  .regex(/^([a-z]+=\d+)(,[a-z]+=\d+)*$/, 'must be stage=seconds, separated by commas, such as onboarding=30,image=120')
  .transform((text) =>
    Object.fromEntries(
      text
        .split(',')
        .map((pair) => pair.split('='))
        .map(([stage, seconds]) => [stage ?? '', Number(seconds)]),
    ),
  )
  // The deadline plus the waiting time of a pod must not exceed the seven days that a presigned URL is valid.
  .refine(
    (deadlines) => Object.values(deadlines).every((seconds) => seconds <= secondsOfDay),
    'must be at most 86400 seconds (a day) for each stage',
  );

/** A DNS label, the form of Kubernetes namespaces. */
export const dnsLabel = z
  .string()
  .regex(
    /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'must be a DNS label: at most 63 lower-case letters, digits and hyphens',
  );

/** Base URL of the API, without a trailing slash. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://ads.example.com' })
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''));

/** Words separated by blanks or commas. */
export const Words = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''));

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const LogLevel = z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info');

/** Settings of every role on a cluster. */
export const clusterSettings = {
  ADWRIGHT_NAMESPACE: dnsLabel,
  ADWRIGHT_WATCH_ALL_NAMESPACES: flag.default(false),
  ADWRIGHT_PUBLIC_URL: PublicUrl,
  ADWRIGHT_EGRESS_ALLOW: z.string().default(''),
  ADWRIGHT_ALLOW_HTTP_CALLBACKS: flag.default(false),
  ADWRIGHT_LOG_LEVEL: LogLevel,
  ADWRIGHT_METRICS_LISTEN: listenAddress.default({ host: '::', port: 9090 }),
};

/** Namespace of the release (`own`), and the namespace whose objects are watched; undefined means all namespaces. */
export interface Namespaces {
  own: string;
  watched: string | undefined;
}

export function namespacesOf(seen: { ADWRIGHT_NAMESPACE: string; ADWRIGHT_WATCH_ALL_NAMESPACES: boolean }): Namespaces {
  return {
    own: seen.ADWRIGHT_NAMESPACE,
    watched: seen.ADWRIGHT_WATCH_ALL_NAMESPACES ? undefined : seen.ADWRIGHT_NAMESPACE,
  };
}

/** Load limits of the API. */
export const loadSettings = {
  ADWRIGHT_WAITING_REQUESTS_MAX: whole(1, 100_000).default(defaultLoadLimits.waitingMax),
  /** Maximum time that a request waits in the queue, in seconds. */
  ADWRIGHT_REQUEST_WAIT_SECONDS: whole(1, 60).default(defaultLoadLimits.waitMsMax / 1_000),
};

export function loadOf(seen: z.output<z.ZodObject<typeof loadSettings>>): LoadLimits {
  return {
    ...defaultLoadLimits,
    waitingMax: seen.ADWRIGHT_WAITING_REQUESTS_MAX,
    waitMsMax: seen.ADWRIGHT_REQUEST_WAIT_SECONDS * 1_000,
  };
}
