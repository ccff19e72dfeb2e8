import { z } from 'zod';
import { AdJobSpec } from '../schema/adjob.ts';
import type { NewObject } from '../objects/stored-object.ts';
import { parseJson } from './json-text.ts';

/** Schema of an intent: the ledger's record of the AdJob that must be created for an accepted job. */
const Intent = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    labels: z.record(z.string(), z.string()).exactOptional(),
    finalizers: z.array(z.string()).exactOptional(),
  }),
  spec: AdJobSpec,
});

export function writeIntent(job: NewObject<AdJobSpec>): string {
  const { name, namespace, labels, finalizers } = job.metadata;
  return JSON.stringify({ metadata: { name, namespace, labels, finalizers }, spec: job.spec });
}

export function readIntent(text: string): NewObject<AdJobSpec> | undefined {
  return Intent.safeParse(parseJson(text)).data;
}
