import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { messageOf } from '../../files/error-code.ts';
import { isRefusedClient } from './client-authentication.ts';
import { ProviderFailure, type ProviderFault } from './identity-provider.ts';

/** Faults by the error code of the library. Every other error of a response is `invalid`. */
const faults: Readonly<Record<string, ProviderFault>> = {
  OAUTH_TIMEOUT: 'away',
  OAUTH_ABORT: 'away',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'away',
  OAUTH_RESPONSE_IS_NOT_JSON: 'away',
  OAUTH_PARSE_ERROR: 'away',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'issuer',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'settings',
};

/** Returns the failure of a call of the library, with all causes in its message. It contains no token and no secret. */
export function openidFailure(error: unknown): ProviderFailure {
  const message = chainOf(error).map(messageOf).join(': ');
  if (error instanceof AuthorizationResponseError)
    return new ProviderFailure('refused', message, { cause: error, code: error.error });
  if (isRefusedClient(error)) return new ProviderFailure('settings', message, { cause: error, code: 'invalid_client' });
  if (error instanceof ResponseBodyError) {
    const fault = error.error === 'invalid_grant' ? 'used' : 'settings';
    return new ProviderFailure(error.status >= 500 ? 'away' : fault, message, { cause: error, code: error.error });
  }
  return new ProviderFailure(faultOf(error), message, { cause: error });
}

function faultOf(error: unknown): ProviderFault {
  const codes = chainOf(error).map((one) => (isRecord(one) ? String(one['code']) : ''));
  const known = codes.map((code) => faults[code]).find((fault) => fault !== undefined);
  if (known !== undefined) return known;
  // The connection itself has failed: the HTTP client throws a TypeError with the error of the socket as its cause.
  return error instanceof TypeError && !codes.some((code) => code.startsWith('ERR_INVALID_ARG')) ? 'away' : 'invalid';
}

/** Returns an error and its causes. Leaves out a cause that is not an error, such as the response itself. */
function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at instanceof Error && chain.length < 4; at = at.cause) chain.push(at);
  return chain;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
