import { z } from 'zod';
import { AdJobSpec } from '../schema/adjob.ts';
import type { NewObject } from '../objects/stored-object.ts';
import { ObjectRef } from '../schema/resource-parts.ts';
import { parseJson } from './json-text.ts';

/** Schema of an intent: the ledger's record of the AdJob that must be created for an accepted job. */
const Intent = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.string()).exactOptional(),
    annotations: z.record(z.string(), z.string()).exactOptional(),
    finalizers: z.array(z.string()).exactOptional(),
  }),
  spec: AdJobSpec,
});

export function writeIntent(job: NewObject<AdJobSpec>): string {
  const { name, namespace, labels, annotations, finalizers } = job.metadata;
  return JSON.stringify({ metadata: { name, namespace, labels, annotations, finalizers }, spec: job.spec });
}

export function readIntent(text: string): NewObject<AdJobSpec> | undefined {
  return Intent.safeParse(parseJson(text)).data;
}

/** The `type` of a job whose stored request does not even contain its type. No type of ad has this name. */
const unreadableType = 'unknown';

const Parts = z.object({
  type: z.string().min(1).catch(unreadableType),
  apiKeyRef: ObjectRef.optional().catch(undefined),
  callbackUrl: z.string().optional().catch(undefined),
});

export interface IntentParts {
  type: string;
  apiKey: string | undefined;
  callbackUrl: string | undefined;
}

/**
 * Returns the fields of an intent that do not depend on the type of the ad. Invalid fields get default values, so that
 * even a job of an unknown type or with an unreadable request can be shown and archived.
 */
export function intentParts(text: string): IntentParts {
  const { data } = z.object({ spec: Parts }).safeParse(parseJson(text));
  const { type = unreadableType, apiKeyRef, callbackUrl } = data?.spec ?? {};
  return { type, apiKey: apiKeyRef?.name, callbackUrl };
}
