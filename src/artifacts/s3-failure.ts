import { firstUnits } from '../domain/whole-characters.ts';

const reasonLengthMax = 300;

const noObject = new Set<unknown>(['NoSuchKey', 'NotFound']);
/** Pattern for the parts of an error message that contain a signature or an access key id, which are secret. */
const secrets = /\b(?:AKIA|ASIA)[A-Z0-9]{8,}\b|\b(?:X-Amz-[A-Za-z-]+|Signature|Credential)=[^\s&,]+/g;

interface AwsError {
  name?: unknown;
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

/**
 * Returns an error with a one-line message. The error of the AWS SDK is not kept as its cause, because that error
 * contains the whole response. If a signature is wrong, the response includes the signed text and the access key id.
 */
export function s3Failure(what: string, error: unknown): Error {
  return new Error(`${what}: ${reasonOf(error)}`);
}

/**
 * Reports whether an error means that the object does not exist: status 404 with an error code that says so. Any other
 * 404 has another cause, such as a missing bucket or a web server at the endpoint.
 */
export function isNoObject(error: unknown): boolean {
  return isAwsError(error) && statusOf(error) === 404 && noObject.has(error.name);
}

export function isBeyondEnd(error: unknown): boolean {
  return statusOf(error) === 416;
}

/** Reports whether a conditional write failed because the object exists. */
export function isNotAbsent(error: unknown): boolean {
  return statusOf(error) === 412;
}

/** Reports whether the store does not support a header of the request. */
export function isNotImplemented(error: unknown): boolean {
  return statusOf(error) === 501;
}

function statusOf(error: unknown): unknown {
  return isAwsError(error) ? error.$metadata?.httpStatusCode : undefined;
}

function reasonOf(error: unknown): string {
  if (!isAwsError(error)) return oneLine(String(error));
  const { name, code, message, $metadata } = error;
  const status = $metadata?.httpStatusCode;
  const kind = typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
  const from = typeof status === 'number' ? `${kind}, status ${status}` : kind;
  const words = typeof message === 'string' ? oneLine(message) : '';
  return words === '' || words === kind ? from : `${words} (${from})`;
}

function oneLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return firstUnits(line.replace(secrets, '***').replace(/[.\s]+$/, ''), reasonLengthMax);
}

function isAwsError(error: unknown): error is AwsError {
  return typeof error === 'object' && error !== null;
}
