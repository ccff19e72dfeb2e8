import { z } from 'zod';

export const flag = z.stringbool({
  ...{ truthy: ['true'], falsy: ['false'], case: 'sensitive' },
  error: 'must be true or false',
});

export function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
}

export const secondsOfDay = 86_400;

/**
 * Schema for time limits of stages such as `onboarding=30,image=120`: the maximum seconds that one attempt (run) of a
 * stage may take.
 */
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
    (deadlines) => Object.values(deadlines).every((seconds) => seconds >= 1 && seconds <= secondsOfDay),
    'must be from 1 to 86400 seconds (a day) for each stage',
  );

/**
 * Schema for an address to listen on: `host:port`, `[::1]:port`, or `:port` for all addresses. Port 0 selects a free
 * port.
 */
export const listenAddress = z
  .string()
  .regex(/^(\[[0-9a-fA-F:.]+\]|[^:\s]*):\d{1,5}$/, 'must be host:port, such as 127.0.0.1:8080 or :8080')
  .transform((text) => {
    const at = text.lastIndexOf(':');
    const host = text.slice(0, at).replace(/^\[|\]$/g, '');
    return { host: host === '' ? '::' : host, port: Number(text.slice(at + 1)) };
  })
  .refine(({ port }) => port <= 65_535, 'must have a port up to 65535');

export const dnsLabel = z
  .string()
  .regex(
    /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    'must be a DNS label: at most 63 lower-case letters, digits and hyphens',
  );

/** Schema for the location of a Kubernetes Secret: `name` or `namespace/name`. */
export const SecretLocation = z
  .string()
  .regex(
    /^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\/)?[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?$/,
    'must be the name of a Secret, or namespace/name',
  )
  .transform((text) => {
    const at = text.indexOf('/');
    return { namespace: at < 0 ? undefined : text.slice(0, at), name: text.slice(at + 1) };
  });

/** Schema for the public base URL of the API. A trailing slash is removed. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://ads.example.com' })
  .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
  .transform((url) => url.replace(/\/+$/, ''));

export const Words = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter((word) => word !== ''));

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const LogLevel = z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info');
