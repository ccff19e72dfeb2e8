/**
 * Final response of a fetch, after all redirects, with a decompressed body. The status is 2xx, except in
 * `EgressError.answer`.
 */
export interface Fetched {
  url: string;
  status: number;
  contentType: string | null;
  bytes: Buffer;
  /** Set if the body was cut short, which `FetchLimits.isCutAccepted` allows. */
  isCut?: true;
  /** Value of the header `Access-Control-Allow-Origin`: the origins whose scripts may read the response. */
  allowOrigin?: string;
}

export interface FetchLimits {
  bytesMax: number;
  /** Time limit in milliseconds of the whole fetch: name resolution, redirects, headers and body. */
  timeoutMs: number;
  accept?: string;
  /**
   * Maximum size in bytes of the body of a non-2xx response, for `EgressError.answer`. If absent, such a response is
   * not kept.
   */
  failureBytesMax?: number;
  /** Accepts the part that has arrived of a body that is cut short, as browsers do for pages, but not for other files. */
  isCutAccepted?: true;
  /** Value of the request header `Origin`, for a file that is fetched for a script of another site. */
  origin?: string;
}

/**
 * Fetches pages and pictures from the internet. Connects to public addresses, and to other addresses that the settings
 * of the installation allow. Addresses are checked after name resolution, and the connection uses only checked
 * addresses.
 *
 * Throws `EgressError`, whose `sentence` states the host and the reason and can be shown in `response.notes`.
 */
export interface Egress {
  fetch(url: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched>;
}

/**
 * Reason why a request failed. `proxy_error`: no connection to the proxy, or the proxy refused a tunnel to the host.
 */
export type EgressReason =
  | 'url_not_allowed'
  | 'not_resolved'
  | 'unreachable'
  | 'proxy_error'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls'
  | 'timed_out'
  | 'aborted'
  | 'too_many_redirects'
  | 'bad_status'
  | 'bad_response'
  | 'too_large';

export class EgressError extends Error {
  readonly reason: EgressReason;
  /** Host of the URL, as written in the URL. Never an address to which a host name resolves. */
  readonly host: string;

  /**
   * Response with a non-2xx status. Undefined unless `reason` is `bad_status`, `failureBytesMax` is set, and the body
   * could be read.
   */
  readonly answer: Fetched | undefined;

  /** HTTP status with which the proxy refused a tunnel. */
  readonly proxyStatus: number | undefined;

  constructor(
    reason: EgressReason,
    host: string,
    detail: string,
    { answer, proxyStatus, ...options }: ErrorOptions & { answer?: Fetched | undefined; proxyStatus?: number } = {},
  ) {
    super(`${host}: ${detail}`, options);
    this.name = 'EgressError';
    this.reason = reason;
    this.host = host;
    this.answer = answer;
    this.proxyStatus = proxyStatus;
  }

  /** Host and reason as one clause without a full stop: `example.com: the address is not public`. */
  get sentence(): string {
    return this.message;
  }
}
