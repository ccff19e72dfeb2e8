import { z } from 'zod';
import { flag } from './settings.ts';

/** Storage of the files of jobs: a mounted volume, or a bucket of an S3-compatible store. */
export type StorageConfig =
  | { kind: 'volume'; path: string; claimName: string }
  | {
      kind: 's3';
      bucket: string;
      prefix: string;
      region: string;
      /** Absent: the endpoint of AWS. */
      endpoint: string | undefined;
      forcePathStyle: boolean;
    };

const Volume = z.object({
  ADWRIGHT_STORAGE: z.literal('volume'),
  ADWRIGHT_STORAGE_PATH: z.string().startsWith('/', 'must be an absolute path'),
  ADWRIGHT_STORAGE_CLAIM: z
    .string()
    .max(253, 'must be at most 253 characters')
    .regex(
      /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
      'must be a DNS subdomain: lower-case letters, digits, hyphens and dots',
    ),
});

const S3 = z.object({
  ADWRIGHT_STORAGE: z.literal('s3'),
  ADWRIGHT_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be a bucket name: 3 to 63 lower-case letters, digits, dots and hyphens',
    ),
  ADWRIGHT_S3_PREFIX: z
    .string()
    .regex(/^([A-Za-z0-9._-]+\/)*[A-Za-z0-9._-]+\/?$/, 'must be folders separated by slashes, such as ads/prod')
    .refine(
      (prefix) => !prefix.split('/').some((folder) => folder === '.' || folder === '..'),
      'must not contain . or .. as a folder',
    )
    .default(''),
  ADWRIGHT_S3_REGION: z.string().default('us-east-1'),
  ADWRIGHT_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  ADWRIGHT_S3_FORCE_PATH_STYLE: flag.default(false),
});

/** Environment variables of the storage. A role joins them with its own variables by `z.intersection`. */
export const StorageSettings = z
  .discriminatedUnion('ADWRIGHT_STORAGE', [Volume, S3], { error: 'must be volume or s3' })
  .transform((seen): { storage: StorageConfig } => ({
    storage:
      seen.ADWRIGHT_STORAGE === 'volume'
        ? { kind: 'volume', path: seen.ADWRIGHT_STORAGE_PATH, claimName: seen.ADWRIGHT_STORAGE_CLAIM }
        : {
            kind: 's3',
            bucket: seen.ADWRIGHT_S3_BUCKET,
            prefix: seen.ADWRIGHT_S3_PREFIX,
            region: seen.ADWRIGHT_S3_REGION,
            endpoint: seen.ADWRIGHT_S3_ENDPOINT,
            forcePathStyle: seen.ADWRIGHT_S3_FORCE_PATH_STYLE,
          },
  }));
