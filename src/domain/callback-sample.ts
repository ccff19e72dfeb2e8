import { adTypes } from '#ad-types';
import { z } from 'zod';
import type { AdAccount } from '../schema/adaccount.ts';
import { DeliveryAttempt } from '../schema/adjob.ts';
import { serialiseView } from './job-view.ts';
import { parseJson } from './json-text.ts';
import { sampleAnnotation, sampleResultAnnotation } from './labels.ts';
import { timestamp } from './timestamp.ts';

/** Request to send a sample callback to `url`. `id` is a UUID that no job has; `time` is the time of the request. */
export interface SampleRequest {
  id: string;
  time: Date;
  url: string;
}

/**
 * Maximum age of a request, in milliseconds. An older request stayed in the store while no controller ran, and its
 * command has ended. The limit also applies to a time in the future, which was set by a clock that is ahead.
 */
const requestAgeMaxMs = 5 * 60_000;

/** Result of a sample callback: the id of the request, and the outcome of the attempt to send the callback. */
export const SampleResult = z.object({ id: z.string(), ...DeliveryAttempt.omit({ attempt: true }).shape });
export type SampleResult = z.infer<typeof SampleResult>;

const requestPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\S{1,40}) (\S{1,2048})$/;

/** Returns the value of the annotation that requests a sample callback. */
export function formatSampleRequest({ id, time, url }: SampleRequest): string {
  return `${id} ${timestamp(time)} ${url}`;
}

/**
 * Returns the sample callback that an annotation of the account requests. Returns undefined if the sample was already
 * sent or the request is malformed.
 */
export function sampleRequest(account: AdAccount): SampleRequest | undefined {
  const [, id, time = '', url] = requestPattern.exec(account.metadata.annotations?.[sampleAnnotation] ?? '') ?? [];
  if (id === undefined || url === undefined || sampleResult(account)?.id === id) return undefined;
  return { id, time: new Date(time), url };
}

/** Reports whether a request is too old to be sent, or has an invalid time. */
export function isExpired({ time }: SampleRequest, now: Date): boolean {
  return !(Math.abs(now.getTime() - time.getTime()) <= requestAgeMaxMs);
}

/** Returns the result of the account's last sample callback. Returns undefined if there is no valid result. */
export function sampleResult({ metadata }: AdAccount): SampleResult | undefined {
  const { data } = SampleResult.safeParse(parseJson(metadata.annotations?.[sampleResultAnnotation] ?? ''));
  return data;
}

/** Returns the body of a sample callback: a failed job. A receiver can handle a failed job without doing anything. */
export function sampleBody(id: string): Buffer {
  return serialiseView({
    job_id: id,
    type: adTypes[0].name,
    status: 'FAILED',
    response: null,
    error: 'This is a test of the callback; no job has this id. [cancelled]',
  });
}
