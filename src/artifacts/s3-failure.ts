const reasonLengthMax = 300;

const noObject = new Set<unknown>(['NoSuchKey', 'NotFound']);
/** What tells a signature or who signed; no message needs either. */
const secrets = /\b(?:AKIA|ASIA)[A-Z0-9]{8,}\b|\b(?:X-Amz-[A-Za-z-]+|Signature|Credential)=[^\s&,]+/g;

interface AwsError {
  /** The code of an S3 error, such as `NoSuchBucket`. */
  name?: unknown;
  /** Of a system error, such as `ECONNREFUSED`. */
  code?: unknown;
  message?: unknown;
  $metadata?: { httpStatusCode?: unknown };
}

/**
 * An error that says in one line what was wrong. The SDK's own is not kept as its cause: it carries the whole answer, and
 * with it, for a wrong signature, what was signed and by which key.
 */
export function s3Failure(what: string, error: unknown): Error {
  return new Error(`${what}: ${reasonOf(error)}`);
}

/**
 * Whether the answer was that there is no such object: in words, or by status alone to a HEAD. Any other 404 is an error,
 * such as a missing bucket, or a web server in the place of the store.
 */
export function isNoObject(error: unknown): boolean {
  return isAwsError(error) && error.$metadata?.httpStatusCode === 404 && noObject.has(error.name);
}

/** Whether a part was asked for that lies behind the object's end. */
export function isBeyondEnd(error: unknown): boolean {
  return isAwsError(error) && error.$metadata?.httpStatusCode === 416;
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

/** The first line alone: after it, the SDK speaks to those who wrote the program. */
function oneLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line
    .replace(secrets, '***')
    .replace(/[.\s]+$/, '')
    .slice(0, reasonLengthMax);
}

function isAwsError(error: unknown): error is AwsError {
  return typeof error === 'object' && error !== null;
}
