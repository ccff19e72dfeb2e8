import { EgressError, type EgressReason } from './port.ts';
import { BodyTooLarge, BodyUndecodable } from './decode-body.ts';

const byCode: Record<string, [EgressReason, string]> = {
  ENOTFOUND: ['not_resolved', 'the name does not resolve'],
  EAI_AGAIN: ['not_resolved', 'the name does not resolve'],
  ENODATA: ['not_resolved', 'the name does not resolve'],
  ESERVFAIL: ['not_resolved', 'the name does not resolve'],
  ECONNREFUSED: ['connection_refused', 'the server refused the connection'],
  ECONNRESET: ['connection_reset', 'the server closed the connection'],
  EPIPE: ['connection_reset', 'the server closed the connection'],
  UND_ERR_SOCKET: ['connection_reset', 'the server closed the connection'],
  ETIMEDOUT: ['timed_out', 'the server did not answer in time'],
  UND_ERR_CONNECT_TIMEOUT: ['timed_out', 'the server did not answer in time'],
  UND_ERR_HEADERS_TIMEOUT: ['timed_out', 'the server did not answer in time'],
  UND_ERR_BODY_TIMEOUT: ['timed_out', 'the server did not answer in time'],
  HPE_HEADER_OVERFLOW: ['bad_response', 'the headers of the answer are too large'],
  UND_ERR_HEADERS_OVERFLOW: ['bad_response', 'the headers of the answer are too large'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['bad_response', 'the answer was cut short'],
  UND_ERR_RES_EXCEEDED_MAX_SIZE: ['too_large', 'the answer is too large'],
};

const invalidCertificate = 'the certificate of the server is not valid';

const byPrefix: [prefix: string, EgressReason, string][] = [
  ['HPE_', 'bad_response', 'the answer is not HTTP'],
  ['Z_', 'bad_response', 'the body of the answer cannot be decoded'],
  ['ERR__ERROR_', 'bad_response', 'the body of the answer cannot be decoded'],
  ['ERR_BROTLI', 'bad_response', 'the body of the answer cannot be decoded'],
  ['ERR_ZSTD', 'bad_response', 'the body of the answer cannot be decoded'],
  ['ZSTD_', 'bad_response', 'the body of the answer cannot be decoded'],
  ['CERT_', 'tls', invalidCertificate],
  ['ERR_TLS_', 'tls', invalidCertificate],
  ['DEPTH_ZERO', 'tls', invalidCertificate],
  ['SELF_SIGNED', 'tls', invalidCertificate],
  ['UNABLE_TO_', 'tls', invalidCertificate],
  ['INVALID_', 'tls', invalidCertificate],
  ['PATH_LENGTH', 'tls', invalidCertificate],
  ['ERR_SSL_', 'tls', 'a secure connection could not be made'],
  ['EPROTO', 'tls', 'a secure connection could not be made'],
];

/**
 * Returns the codes of an error and its causes. Checks the properties of the error instead of its class, because errors
 * of workers and tests come from another JavaScript realm, where `instanceof` fails.
 */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const own = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  const nested = 'errors' in error && Array.isArray(error.errors) ? error.errors.flatMap(codesOf) : [];
  // undici 8.12 sets no code on the errors of its HTTP parser, so a code is added here.
  if ('name' in error && error.name === 'HTTPParserError') own.push('HPE_UNKNOWN');
  return [...own, ...nested, ...('cause' in error ? codesOf(error.cause) : [])];
}

function known(code: string): [EgressReason, string] | undefined {
  const exact = byCode[code];
  if (exact !== undefined) return exact;
  const family = byPrefix.find(([prefix]) => code.startsWith(prefix));
  return family === undefined ? undefined : [family[1], family[2]];
}

/**
 * Reports whether the HTTP client has refused the framing or the headers of a response, or a 1xx response before it.
 * Returns false if the headers were too large.
 */
export function isRefusal(error: unknown): boolean {
  const [code = ''] = codesOf(error);
  if (code === 'HPE_HEADER_OVERFLOW') return false;
  return code.startsWith('HPE_') || code === 'UND_ERR_SOCKET' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
}

/**
 * Converts any error to an `EgressError`. The sentence of the `EgressError` names the host, but reveals nothing about
 * the network of this installation.
 */
export function asEgressError(error: unknown, host: string): EgressError {
  if (error instanceof EgressError) return error;
  if (error instanceof BodyTooLarge)
    return new EgressError('too_large', host, 'the answer is too large', { cause: error });
  if (error instanceof BodyUndecodable) return new EgressError('bad_response', host, error.message, { cause: error });
  for (const code of codesOf(error)) {
    const match = known(code);
    if (match !== undefined) return new EgressError(match[0], host, match[1], { cause: error });
  }
  return new EgressError('unreachable', host, 'the server could not be reached', { cause: error });
}
