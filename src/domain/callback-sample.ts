import { z } from 'zod';
import type { AdAccount } from '../schema/adaccount.ts';
import { DeliveryAttempt } from '../schema/adjob.ts';
import { serialiseView } from './job-view.ts';
import { parseJson } from './json-text.ts';
import { sampleAnnotation, sampleResultAnnotation } from './labels.ts';

/** Request to send a sample callback. `id` is a UUID that no job has. */
export interface SampleRequest {
  id: string;
  url: string;
}

/** Result of a sample callback: the attempt, with the id of the request. */
export const SampleResult = z.object({ id: z.string(), ...DeliveryAttempt.omit({ attempt: true }).shape });
export type SampleResult = z.infer<typeof SampleResult>;

const requestPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S{1,2048})$/;

/** Returns the value of the annotation that requests a sample. */
export function formatSampleRequest({ id, url }: SampleRequest): string {
  return `${id} ${url}`;
}

/** Returns the sample that the account requests, or undefined if it was sent or the request is malformed. */
export function sampleRequest(account: AdAccount): SampleRequest | undefined {
  const [, id, url] = requestPattern.exec(account.metadata.annotations?.[sampleAnnotation] ?? '') ?? [];
  if (id === undefined || url === undefined || sampleResult(account)?.id === id) return undefined;
  return { id, url };
}

/** Returns the result of the sample that was sent last. */
export function sampleResult({ metadata }: AdAccount): SampleResult | undefined {
  const { data } = SampleResult.safeParse(parseJson(metadata.annotations?.[sampleResultAnnotation] ?? ''));
  return data;
}

/** Returns the body of a sample: a job that a receiver handles without consequences, since it failed. */
export function sampleBody(id: string): Buffer {
  return serialiseView({
    job_id: id,
    type: 'image_ad',
    status: 'FAILED',
    response: null,
    error: 'This is a test of the callback; no job has this id. [cancelled]',
  });
}
