import { z } from 'zod';
import { parseJson } from '../domain/json-text.ts';
import { StoreError, type StoreErrorReason } from '../objects/store-error.ts';

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

export function answeredError(code: number, text: string, subject: string): StoreError {
  return statusError(parseJson(text), code, subject);
}

export function watchError(status: unknown, subject: string): StoreError {
  return statusError(status, 500, subject);
}

/** Returns the error for a request that got no complete response. If the request was a write, it may have succeeded. */
export function unansweredError(error: unknown, host: string, subject: string): StoreError {
  const message = `${subject} to ${host} failed: ${briefly(error)}`;
  return new StoreError('Unavailable', message, { cause: error });
}

function statusError(value: unknown, code: number, subject: string): StoreError {
  const status = Status.safeParse(value).data;
  const seen = status?.code ?? code;
  if (seen === 404 && status?.details?.name === undefined) return notServed(subject);
  const message = status?.message ?? `${subject} failed with status ${seen}.`;
  return new StoreError(reasonOf(seen, status), message);
}

/**
 * Returns the error for a 404 response that names no object. It means that the API server does not serve the path,
 * because the CRD is missing or the server has just started. The object may still exist, so the error is not
 * `NotFound`; a caller might otherwise clean up after a job that still runs.
 */
function notServed(subject: string): StoreError {
  return new StoreError('Unavailable', `The API server does not serve ${subject}. Check that the CRD is installed.`);
}

function reasonOf(code: number, status: Status | undefined): StoreErrorReason {
  const { reason, message = '', details } = status ?? {};
  if (reason === 'AlreadyExists') return 'AlreadyExists';
  if (isDenial(message)) return 'Forbidden';
  if (namesOtherUid(details)) return 'Conflict';
  // The API server reports an object that exceeds etcd's size limit with status 500, but a retry cannot succeed.
  if (message.includes('etcdserver: request is too large')) return 'Invalid';
  return reasonsByCode[code] ?? 'Unavailable';
}

/**
 * Reports whether an admission policy or webhook denied the request. It chooses the status code itself; without a choice,
 * and for errors in its expressions, the API server responds 422 or 400. Unlike an invalid object, a denied one can be
 * accepted later, once the policy or the permissions are corrected.
 */
function isDenial(message: string): boolean {
  return / is forbidden: ValidatingAdmissionPolicy '/.test(message) || message.startsWith('admission webhook "');
}

/**
 * Reports whether a patch failed because its `metadata.uid` differs from the uid of the existing object of this name.
 * The API server reports this as a change of an immutable field.
 */
function namesOtherUid(details: Status['details']): boolean {
  return details?.causes?.some(({ field }) => field === 'metadata.uid') ?? false;
}

function briefly(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = 'message' in error && typeof error.message === 'string' ? error.message : '';
  return [code, message].filter((part) => part !== '').join(': ') || 'the connection failed';
}
