/** Why there is no connection, in words that say what to look at; what is not known is said as it came. */
export function problemOf(error: { code?: unknown; message: string }, way: 'plain' | 'tls' | 'proven'): string {
  const code = typeof error.code === 'string' ? error.code : (/^[A-Z]+(?= )/.exec(error.message)?.[0] ?? '');
  const sentence = sentences[code] ?? firstTime[way][code];
  return sentence === undefined ? error.message : `${sentence} (${error.message.replace(/[.:\s]+$/, '')})`;
}

const authority = 'its certificate is signed by another authority than ADWRIGHT_REDIS_CA_FILE names';

const sentences: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: authority,
  DEPTH_ZERO_SELF_SIGNED_CERT: authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: authority,
  UNABLE_TO_GET_ISSUER_CERT: authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: authority,
  CERT_SIGNATURE_FAILURE: authority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host than ADWRIGHT_REDIS_URL names',
  WRONGPASS: 'it refuses the user name or the password',
  NOAUTH: 'it wants a password: ADWRIGHT_REDIS_PASSWORD',
  NOPERM: 'its user lacks a right',
};

const atOnce = 'it ended the connection at once; a port with TLS needs rediss://';

/** Of a port that was never spoken with: it may be the other one. */
const firstTime: Readonly<Record<'plain' | 'tls' | 'proven', Readonly<Record<string, string>>>> = {
  plain: { ECONNRESET: atOnce, EPIPE: atOnce },
  tls: {
    ETIMEDOUT: 'it did not answer in time; a port without TLS never does, it needs redis://',
    EPROTO: 'it does not speak TLS there; a port without TLS needs redis://',
  },
  proven: {},
};
