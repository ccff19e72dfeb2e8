import { z } from 'zod';
import { parseJson } from '../domain/json-text.ts';
import { StoreError, type StoreErrorReason } from '../store/port.ts';

/** What the API server says of a request that failed. */
const Status = z.object({
  kind: z.literal('Status'),
  code: z.number().optional(),
  reason: z.string().optional(),
  message: z.string().optional(),
  details: z
    .object({ name: z.string().optional(), causes: z.array(z.object({ field: z.string().optional() })).optional() })
    .optional(),
});
type Status = z.infer<typeof Status>;

const reasonsByCode: Readonly<Record<number, StoreErrorReason>> = {
  400: 'Invalid',
  401: 'Forbidden',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'Invalid',
  406: 'Invalid',
  409: 'Conflict',
  410: 'Expired',
  413: 'Invalid',
  415: 'Invalid',
  422: 'Invalid',
};

/** An answer that is no success, as the store's error. `subject` says what was asked for: `GET /api/v1/...`. */
export function answeredError(code: number, text: string, subject: string): StoreError {
  return statusError(parseJson(text), code, subject);
}

/** The status that ends a watch. */
export function watchError(status: unknown, subject: string): StoreError {
  return statusError(status, 500, subject);
}

/** Nothing was answered, or not all of it: a write may have happened. */
export function unansweredError(error: unknown, host: string, subject: string): StoreError {
  const message = `${host} did not answer ${subject}: ${briefly(error)}`;
  return new StoreError('Unavailable', message, { cause: error });
}

function statusError(value: unknown, code: number, subject: string): StoreError {
  const status = Status.safeParse(value).data;
  const seen = status?.code ?? code;
  if (seen === 404 && status?.details?.name === undefined) return notServed(subject);
  const message = status?.message ?? `${subject} was answered with ${seen}.`;
  return new StoreError(reasonOf(seen, status), message);
}

/**
 * A 404 that names no object is of a path that is not served: the CRD is missing, or the server has just begun. That
 * tells nothing about the object, and whoever took it for its end would clean up after what still runs.
 */
function notServed(subject: string): StoreError {
  return new StoreError('Unavailable', `The API server does not serve ${subject}: is its CRD installed?`);
}

function reasonOf(code: number, status: Status | undefined): StoreErrorReason {
  const { reason, message = '', details } = status ?? {};
  if (reason === 'AlreadyExists') return 'AlreadyExists';
  if (namesOtherUid(details)) return 'Conflict';
  // etcd's limit comes as 500, and would never pass however often it is tried.
  if (message.includes('etcdserver: request is too large')) return 'Invalid';
  return reasonsByCode[code] ?? 'Unavailable';
}

/** A patch that carries the uid of another object of this name: the server calls it a change of an immutable field. */
function namesOtherUid(details: Status['details']): boolean {
  return details?.causes?.some(({ field }) => field === 'metadata.uid') ?? false;
}

function briefly(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return [code, message].filter((part) => part !== '').join(': ') || 'the connection failed';
}
