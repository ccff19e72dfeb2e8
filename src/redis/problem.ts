export function problemOf(error: { code?: unknown; message: string }, way: 'plain' | 'tls' | 'proven'): string {
  const code = typeof error.code === 'string' ? error.code : (/^[A-Z]+(?= )/.exec(error.message)?.[0] ?? '');
  const sentence = sentences[code] ?? beforeFirst[way][code];
  return sentence === undefined ? error.message : `${sentence} (${error.message.replace(/[.:\s]+$/, '')})`;
}

const authority = 'the certificate of Redis is not signed by the authority in ADWRIGHT_REDIS_CA_FILE';

const sentences: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  CERT_SIGNATURE_FAILURE: authority,
  CERT_HAS_EXPIRED: 'the certificate of Redis has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of Redis is not valid for the host in ADWRIGHT_REDIS_URL',
  WRONGPASS: 'Redis rejects the user name or the password',
  NOAUTH: 'Redis requires a password: set ADWRIGHT_REDIS_PASSWORD',
  NOPERM: 'the Redis user lacks a permission',
};

const closedAtOnce = 'Redis closed the connection immediately; a port with TLS requires rediss://';

/**
 * Sentences for errors that occur before the first successful connection. Such an error may mean that the scheme of the
 * URL (`redis` or `rediss`) is wrong for the port.
 */
const beforeFirst: Readonly<Record<'plain' | 'tls' | 'proven', Readonly<Record<string, string>>>> = {
  plain: { ECONNRESET: closedAtOnce, EPIPE: closedAtOnce },
  tls: {
    ETIMEDOUT: 'Redis did not respond to TLS in time; a port without TLS requires redis://',
    EPROTO: 'the port does not use TLS; a port without TLS requires redis://',
  },
  proven: {},
};
