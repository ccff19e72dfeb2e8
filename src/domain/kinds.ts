import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AdAccountSpec, AdAccountStatus } from '../schema/adaccount.ts';
import { AdJobSpec, AdJobStatus } from '../schema/adjob.ts';
import { ApiKeySpec, ApiKeyStatus } from '../schema/apikey.ts';
import { issueLine } from '../schema/issue.ts';
import { read } from '../schema/read.ts';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

const apiVersion = 'adwright.dev/v1alpha1';

/** Fields of an AdJob's spec that may change after creation. */
const mutable = 'cancel, suspend and ttlSecondsAfterFinished';

export const adJobKind: ResourceKind<AdJobSpec, AdJobStatus> = {
  apiVersion,
  kind: 'AdJob',
  plural: 'adjobs',
  parseSpec: (spec) => parsed(AdJobSpec, spec, 'spec'),
  parseStatus: (status) => parsed(AdJobStatus, status, 'status'),
  validateUpdate(before, after) {
    if (!isDeepStrictEqual(fixed(before), fixed(after))) {
      throw new StoreError('Invalid', `spec: only ${mutable} may change. Create a new AdJob instead.`);
    }
    if (before.cancel === true && after.cancel !== true) {
      throw new StoreError('Invalid', 'spec.cancel: a cancelled job stays cancelled.');
    }
  },
  selectableFields: ['status.phase', 'status.delivery.state'],
};

export const adAccountKind: ResourceKind<AdAccountSpec, AdAccountStatus> = {
  apiVersion,
  kind: 'AdAccount',
  plural: 'adaccounts',
  parseSpec: (spec) => parsed(AdAccountSpec, spec, 'spec'),
  parseStatus: (status) => parsed(AdAccountStatus, status, 'status'),
  selectableFields: [],
};

export const apiKeyKind: ResourceKind<ApiKeySpec, ApiKeyStatus> = {
  apiVersion,
  kind: 'ApiKey',
  plural: 'apikeys',
  parseSpec: (spec) => parsed(ApiKeySpec, spec, 'spec'),
  parseStatus: (status) => parsed(ApiKeyStatus, status, 'status'),
  selectableFields: [],
};

function fixed(spec: AdJobSpec): object {
  const { cancel, suspend, ttlSecondsAfterFinished, ...rest } = spec;
  return rest;
}

/** Returns the parsed value. Throws `Invalid` with one line per problem, as an API server does. */
function parsed<T extends z.ZodType>(schema: T, value: unknown, root: string): z.output<T> {
  const reading = read(schema, value, [root], 'resource');
  if (reading.ok) return reading.value;
  throw new StoreError('Invalid', reading.issues.map(issueLine).join('\n'));
}
