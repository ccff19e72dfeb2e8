import { adTypes } from '#ad-types';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AdAccountSpec, AdAccountStatus, fixedAmount } from './adaccount.ts';
import { AdJobSpec, AdJobStatus } from './adjob.ts';
import { ApiKeySpec, ApiKeyStatus } from './apikey.ts';

interface PrinterColumn {
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  jsonPath: string;
  description?: string;
  /** Priority of the column. If it is above 0, kubectl shows the column only with `-o wide`. */
  priority?: number;
}

/**
 * A rule that compares the old spec of an object with the new spec on an update. An update that violates it is rejected
 * with `message`, which is reported at `field`.
 */
interface Transition<Spec> {
  field: string;
  message: string;
  /** Undefined if the schema of the field has the rule for the API server. */
  cel: string | undefined;
  /** Reports whether an update satisfies the rule. Used by the local store, which cannot evaluate CEL. */
  holds(before: Spec, after: Spec): boolean;
}

/**
 * Definition of a kind of Kubernetes object: names, schemas, rules for updates, columns of kubectl, and selectable
 * fields. The CRD is generated from it, and the object stores use it.
 */
export interface ResourceDefinition<Spec = unknown, Status = unknown> {
  kind: string;
  singular: string;
  plural: string;
  shortName: string;
  description: string;
  spec: z.ZodType<Spec>;
  status: z.ZodType<Status>;
  transitions: readonly Transition<Spec>[];
  columns: readonly PrinterColumn[];
  selectableFields: readonly string[];
}

export const apiGroup = { group: 'adwright.dev', version: 'v1alpha1' };

const ready: PrinterColumn = {
  name: 'Ready',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Ready")].status',
};
const reason: PrinterColumn = {
  name: 'Reason',
  type: 'string',
  jsonPath: '.status.conditions[?(@.type=="Ready")].reason',
};
const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

export const adJobDefinition: ResourceDefinition<AdJobSpec, AdJobStatus> = {
  kind: 'AdJob',
  singular: 'adjob',
  plural: 'adjobs',
  shortName: 'adj',
  description: 'A job that makes one ad: the request, the account that pays, and the progress.',
  spec: AdJobSpec,
  status: AdJobStatus,
  transitions: [
    immutable('type'),
    immutable('accountRef', '.name'),
    immutable('apiKeyRef', '.name'),
    immutable('callbackUrl'),
    ...adTypes.map(({ field }) => immutable(field)),
    {
      field: 'cancel',
      message: 'A cancelled job stays cancelled.',
      cel: '!has(oldSelf.cancel) || !oldSelf.cancel || (has(self.cancel) && self.cancel)',
      holds: (before, after) => before.cancel !== true || after.cancel === true,
    },
  ],
  columns: [
    { name: 'Type', type: 'string', jsonPath: '.spec.type' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    {
      name: 'Stage',
      type: 'string',
      jsonPath: '.status.stages[?(@.state=="Running")].name',
      description: 'Running stage.',
    },
    {
      name: 'Waiting',
      type: 'string',
      jsonPath: '.status.stages[*].waiting.reason',
      description: 'Why the running stage has not started. Empty: it has, or was just launched.',
    },
    { name: 'Account', type: 'string', jsonPath: '.spec.accountRef.name' },
    {
      name: 'Credits',
      type: 'integer',
      jsonPath: ".status.credits['charged','required']",
      description:
        'Credits charged (0 for a failed job), or credits reserved while the job is unfinished. Empty: no credits were ever reserved.',
    },
    age,
    { name: 'Key', type: 'string', jsonPath: '.spec.apiKeyRef.name', priority: 1 },
    { name: 'Callback', type: 'string', jsonPath: '.status.delivery.state', priority: 1 },
    { name: 'Message', type: 'string', jsonPath: '.status.error', priority: 1 },
  ],
  selectableFields: ['status.phase', 'status.delivery.state'],
};

export const adAccountDefinition: ResourceDefinition<AdAccountSpec, AdAccountStatus> = {
  kind: 'AdAccount',
  singular: 'adaccount',
  plural: 'adaccounts',
  shortName: 'ada',
  description: 'An account that pays for ads: its credits and limits.',
  spec: AdAccountSpec,
  status: AdAccountStatus,
  transitions: [
    {
      field: 'creditGrants',
      message: fixedAmount,
      cel: undefined,
      holds: (before, after) =>
        before.creditGrants.every(
          (old) => amountOf(after, old.id) === undefined || amountOf(after, old.id) === old.amount,
        ),
    },
  ],
  columns: [
    ready,
    { name: 'Active', type: 'boolean', jsonPath: '.spec.active' },
    { name: 'Available', type: 'integer', jsonPath: '.status.credits.available' },
    { name: 'Reserved', type: 'integer', jsonPath: '.status.credits.reserved' },
    { name: 'Spent', type: 'integer', jsonPath: '.status.credits.spent' },
    { name: 'Running', type: 'integer', jsonPath: '.status.runningJobs' },
    { name: 'Pending', type: 'integer', jsonPath: '.status.pendingJobs' },
    age,
    { ...reason, priority: 1 },
    { name: 'Name', type: 'string', jsonPath: '.spec.displayName', priority: 1 },
  ],
  selectableFields: [],
};

export const apiKeyDefinition: ResourceDefinition<ApiKeySpec, ApiKeyStatus> = {
  kind: 'ApiKey',
  singular: 'apikey',
  plural: 'apikeys',
  shortName: 'adk',
  description: 'A key of the REST API, without its secret.',
  spec: ApiKeySpec,
  status: ApiKeyStatus,
  transitions: [
    {
      field: 'accountRef',
      message:
        'A key belongs to one account for good, because it shows the credits and jobs of that account. Create another key.',
      cel: 'self.accountRef.name == oldSelf.accountRef.name',
      holds: (before, after) => before.accountRef.name === after.accountRef.name,
    },
  ],
  columns: [
    { name: 'Account', type: 'string', jsonPath: '.spec.accountRef.name' },
    { name: 'Hint', type: 'string', jsonPath: '.spec.hint' },
    ready,
    reason,
    { name: 'Last used', type: 'date', jsonPath: '.status.lastUsedTime' },
    age,
    { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt', priority: 1 },
  ],
  selectableFields: [],
};

export const resourceDefinitions: readonly ResourceDefinition[] = [
  adJobDefinition,
  adAccountDefinition,
  apiKeyDefinition,
];

function amountOf({ creditGrants }: AdAccountSpec, id: string): number | undefined {
  return creditGrants.find((grant) => grant.id === id)?.amount;
}

/**
 * Returns the rule that a field of an AdJob cannot be added, removed or changed after the creation of the AdJob. `part`
 * is the path, within the field, of the value that CEL compares.
 */
function immutable(field: string, part = ''): Transition<AdJobSpec> {
  const isSame = `self.${field}${part} == oldSelf.${field}${part}`;
  return {
    field,
    message:
      'This field is immutable. Only cancel, suspend and ttlSecondsAfterFinished can be changed; create another AdJob.',
    cel: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || ${isSame})`,
    holds: (before, after) => isDeepStrictEqual(before[field], after[field]),
  };
}
