import type { z } from 'zod';
import { AdAccountSpec, AdAccountStatus } from '../adaccount.ts';
import { AdJobSpec, AdJobStatus } from '../adjob.ts';
import { ApiKeySpec, ApiKeyStatus } from '../apikey.ts';
import { crdSchema } from './crd-schema.ts';
import type { JsonSchema } from './json-schema.ts';

interface PrinterColumn {
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'date';
  jsonPath: string;
  description?: string;
  /** If above 0, kubectl shows the column only with `-o wide`. */
  priority?: number;
}

interface Transition {
  rule: string;
  message: string;
  fieldPath: string;
}

/** Definition of a CRD: names, schemas, columns and selectable fields. */
interface CrdKind {
  kind: string;
  singular: string;
  plural: string;
  shortName: string;
  description: string;
  spec: z.ZodType;
  status: z.ZodType;
  /**
   * CEL rules that compare the new spec (`self`) with the old spec (`oldSelf`). The API server reports a violation at
   * `fieldPath`.
   */
  transitions: Transition[];
  columns: PrinterColumn[];
  selectableFields: string[];
}

const age: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

const fixedMessage =
  'This field is immutable. Only cancel, suspend and ttlSecondsAfterFinished can be changed; create another AdJob.';

/**
 * Returns a rule that forbids setting, removing or changing a field of an existing object. `part` limits the comparison
 * to a part of the field's value.
 */
function fixed(field: string, part = ''): Transition {
  const isSame = `self.${field}${part} == oldSelf.${field}${part}`;
  const rule = `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || ${isSame})`;
  return { rule, message: fixedMessage, fieldPath: `.${field}` };
}

export const crdKinds: readonly CrdKind[] = [
  {
    kind: 'AdJob',
    singular: 'adjob',
    plural: 'adjobs',
    shortName: 'adj',
    description: 'A job that makes one ad: the request, the account that pays, and the progress.',
    spec: AdJobSpec,
    status: AdJobStatus,
    transitions: [
      fixed('type'),
      fixed('accountRef', '.name'),
      fixed('apiKeyRef', '.name'),
      fixed('callbackUrl'),
      fixed('image'),
      fixed('video'),
      {
        rule: '!has(oldSelf.cancel) || !oldSelf.cancel || (has(self.cancel) && self.cancel)',
        message: 'A cancelled job stays cancelled.',
        fieldPath: '.cancel',
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
      { name: 'Account', type: 'string', jsonPath: '.spec.accountRef.name' },
      {
        name: 'Credits',
        type: 'integer',
        jsonPath: ".status.credits['charged','required']",
        description:
          'Credits charged (0 for a failed job), or credits held while the job is open. Empty: no credits were ever held.',
      },
      age,
      { name: 'Key', type: 'string', jsonPath: '.spec.apiKeyRef.name', priority: 1 },
      { name: 'Callback', type: 'string', jsonPath: '.status.delivery.state', priority: 1 },
      { name: 'Message', type: 'string', jsonPath: '.status.error', priority: 1 },
    ],
    selectableFields: ['status.phase', 'status.delivery.state'],
  },
  {
    kind: 'AdAccount',
    singular: 'adaccount',
    plural: 'adaccounts',
    shortName: 'ada',
    description: 'An account that pays for ads: its credits and limits.',
    spec: AdAccountSpec,
    status: AdAccountStatus,
    transitions: [],
    columns: [
      { name: 'Active', type: 'boolean', jsonPath: '.spec.active' },
      { name: 'Available', type: 'integer', jsonPath: '.status.credits.available' },
      { name: 'Reserved', type: 'integer', jsonPath: '.status.credits.reserved' },
      { name: 'Spent', type: 'integer', jsonPath: '.status.credits.spent' },
      { name: 'Running', type: 'integer', jsonPath: '.status.runningJobs' },
      { name: 'Pending', type: 'integer', jsonPath: '.status.pendingJobs' },
      age,
      { name: 'Name', type: 'string', jsonPath: '.spec.displayName', priority: 1 },
    ],
    selectableFields: [],
  },
  {
    kind: 'ApiKey',
    singular: 'apikey',
    plural: 'apikeys',
    shortName: 'adk',
    description: 'A key of the REST API, without its secret.',
    spec: ApiKeySpec,
    status: ApiKeyStatus,
    transitions: [],
    columns: [
      { name: 'Account', type: 'string', jsonPath: '.spec.accountRef.name' },
      { name: 'Hint', type: 'string', jsonPath: '.spec.hint' },
      { name: 'Revoked', type: 'boolean', jsonPath: '.spec.revoked' },
      { name: 'Last used', type: 'date', jsonPath: '.status.lastUsedTime' },
      age,
      { name: 'Expires', type: 'string', jsonPath: '.spec.expiresAt', priority: 1 },
    ],
    selectableFields: [],
  },
];

/** Returns the CustomResourceDefinition. */
export function crd(kind: CrdKind): JsonSchema {
  const { singular, plural, shortName, selectableFields } = kind;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.adwright.dev` },
    spec: {
      group: 'adwright.dev',
      scope: 'Namespaced',
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        singular,
        plural,
        shortNames: [shortName],
        categories: ['adwright'],
      },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: kind.columns,
          ...(selectableFields.length === 0
            ? {}
            : { selectableFields: selectableFields.map((field) => ({ jsonPath: `.${field}` })) }),
          schema: { openAPIV3Schema: objectSchema(kind) },
        },
      ],
    },
  };
}

function objectSchema({ description, spec, status, transitions }: CrdKind): JsonSchema {
  const specSchema = crdSchema(spec);
  const own = specSchema['x-kubernetes-validations'];
  const validations = [...(Array.isArray(own) ? (own as unknown[]) : []), ...transitions];
  return {
    type: 'object',
    description,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: { ...specSchema, ...(validations.length === 0 ? {} : { 'x-kubernetes-validations': validations }) },
      status: crdSchema(status),
    },
  };
}
