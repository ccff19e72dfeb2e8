import { z } from 'zod';
import { setting, shapeOf, valuesOf } from './setting.ts';
import { flag } from './value-schemas.ts';

const kindVariable = 'ADWRIGHT_STORAGE';

const volume = {
  path: setting('ADWRIGHT_STORAGE_PATH', z.string().startsWith('/', 'must be an absolute path')),
  claimName: setting(
    'ADWRIGHT_STORAGE_CLAIM',
    z
      .string()
      .max(253, 'must be at most 253 characters')
      .regex(
        /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
        'must be a DNS subdomain: lower-case letters, digits, hyphens and dots',
      ),
  ),
};

const s3 = {
  bucket: setting(
    'ADWRIGHT_S3_BUCKET',
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        'must be a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
      ),
  ),
  prefix: setting(
    'ADWRIGHT_S3_PREFIX',
    z
      .string()
      .regex(/^([A-Za-z0-9._-]+\/)*[A-Za-z0-9._-]+\/?$/, 'must be folders separated by slashes, such as ads/prod')
      .refine(
        (prefix) => !prefix.split('/').some((folder) => folder === '.' || folder === '..'),
        'must not contain . or .. as a folder',
      )
      .default(''),
  ),
  region: setting('ADWRIGHT_S3_REGION', z.string().default('us-east-1')),
  endpoint: setting(
    'ADWRIGHT_S3_ENDPOINT',
    z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  ),
  forcePathStyle: setting('ADWRIGHT_S3_FORCE_PATH_STYLE', flag.default(false)),
};

/** Settings of all kinds of object stores. */
export const storageSettings = {
  kind: setting(kindVariable, z.enum(['volume', 's3'])),
  volume,
  s3,
};

export const storageVariables = Object.keys(shapeOf(storageSettings));

const Storage = z.discriminatedUnion(
  kindVariable,
  [
    z
      .object({ [kindVariable]: z.literal('volume'), ...shapeOf(volume) })
      .transform((parsed) => ({ kind: 'volume' as const, ...valuesOf(volume, parsed) })),
    z
      .object({ [kindVariable]: z.literal('s3'), ...shapeOf(s3) })
      .transform((parsed) => ({ kind: 's3' as const, ...valuesOf(s3, parsed) })),
  ],
  { error: 'must be volume or s3' },
);
export type StorageConfig = z.output<typeof Storage>;

export const StorageSettings = Storage.transform((storage) => ({ storage }));
