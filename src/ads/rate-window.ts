import { snakeName } from '../schema/camel.ts';

/** A rate limit of API keys: which requests it counts, and how many it allows in a minute. */
export interface WindowDefinition {
  /** Name in headers and metrics, such as `image-create`. */
  name: string;
  /** Field of an ApiKey's limits and of the chart's values, such as `imageCreatesPerMinute`. */
  limit: string;
  /** Header of its column in lists of API keys, such as `image/min`. */
  column: string;
  /** The requests that count, such as `requests that create image ads`. */
  requests: string;
  /** Limit of a key without a limit of its own, unless a setting changes it. */
  perMinute: number;
  /** No setting and no key can have a higher limit. */
  max: number;
  /** True: the maximum is so low that descriptions of the limit name it. */
  isStrict: boolean;
}

const usualMax = 10_000;

export function createWindow(
  { name, field }: { name: string; field: string },
  { perMinute, max }: { perMinute: number; max?: number },
): WindowDefinition {
  return {
    name: `${kebab(field)}-create`,
    limit: `${field}CreatesPerMinute`,
    column: `${field}/min`,
    requests: `requests that create ${name.replaceAll('_', ' ')}s`,
    perMinute,
    max: max ?? usualMax,
    isStrict: max !== undefined,
  };
}

export const readWindow: WindowDefinition = {
  name: 'job-read',
  limit: 'jobReadsPerMinute',
  column: 'reads/min',
  requests: 'all other requests',
  perMinute: 120,
  max: 1_000_000,
  isStrict: false,
};

/** Returns the environment variable of the installation's limit, such as `ADWRIGHT_IMAGE_CREATES_PER_MINUTE`. */
export function settingOf({ limit }: WindowDefinition): string {
  return `ADWRIGHT_${snakeName(limit).toUpperCase()}`;
}

/** Returns the command-line option of a key's limit, such as `--image-creates-per-minute`. */
export function optionOf({ limit }: WindowDefinition): string {
  return `--${kebab(limit)}`;
}

function kebab(name: string): string {
  return snakeName(name).replaceAll('_', '-');
}
