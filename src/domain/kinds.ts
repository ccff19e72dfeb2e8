import type { z } from 'zod';
import type { AdAccountSpec, AdAccountStatus } from '../schema/adaccount.ts';
import type { AdJobSpec, AdJobStatus } from '../schema/adjob.ts';
import type { ApiKeySpec, ApiKeyStatus } from '../schema/apikey.ts';
import { issueLine } from '../schema/issue.ts';
import { read } from '../schema/read.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import { StoreError } from '../objects/store-error.ts';
import {
  adAccountDefinition,
  adJobDefinition,
  apiGroup,
  apiKeyDefinition,
  type ResourceDefinition,
} from '../schema/resource-definitions.ts';

export const adJobKind: ResourceKind<AdJobSpec, AdJobStatus> = kindOf(adJobDefinition);
export const adAccountKind: ResourceKind<AdAccountSpec, AdAccountStatus> = kindOf(adAccountDefinition);
export const apiKeyKind: ResourceKind<ApiKeySpec, ApiKeyStatus> = kindOf(apiKeyDefinition);

function kindOf<Spec, Status>(definition: ResourceDefinition<Spec, Status>): ResourceKind<Spec, Status> {
  const { kind, plural, selectableFields, transitions } = definition;
  return {
    apiVersion: `${apiGroup.group}/${apiGroup.version}`,
    kind,
    plural,
    parseSpec: (spec) => parsed(definition.spec, spec, 'spec'),
    parseStatus: (status) => parsed(definition.status, status, 'status'),
    validateUpdate(before, after) {
      const violated = transitions.filter((transition) => !transition.holds(before, after));
      if (violated.length === 0) return;
      throw new StoreError('Invalid', violated.map(({ field, message }) => `spec.${field}: ${message}`).join('\n'));
    },
    selectableFields,
  };
}

function parsed<T extends z.ZodType>(schema: T, value: unknown, root: string): z.output<T> {
  const reading = read(schema, value, [root], 'resource');
  if (reading.ok) return reading.value;
  throw new StoreError('Invalid', reading.issues.map(issueLine).join('\n'));
}
