/** What came back from outside, after redirects, decompressed. The status is always 2xx. */
export interface Fetched {
  /** The final URL. */
  url: string;
  status: number;
  contentType: string | null;
  bytes: Buffer;
}

export interface FetchLimits {
  /** Of the decompressed body. */
  bytesMax: number;
  /** For everything together: look-ups, redirects, headers and body. */
  timeoutMs: number;
  accept?: string;
}

/**
 * The one guarded way out: only public addresses (and what the installation allows), judged after resolution and dialled
 * as judged. Throws `EgressError`; its `sentence` names host and reason and is fit for `response.notes`.
 */
export interface Egress {
  fetch(url: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched>;
}

export type EgressReason =
  | 'url_not_allowed'
  | 'not_resolved'
  | 'unreachable'
  | 'timed_out'
  | 'aborted'
  | 'too_many_redirects'
  | 'bad_status'
  | 'bad_response'
  | 'too_large';

export class EgressError extends Error {
  readonly reason: EgressReason;
  /** The host that was asked, as in the URL; never the address it resolved to. */
  readonly host: string;

  constructor(reason: EgressReason, host: string, detail: string, options?: ErrorOptions) {
    super(`${host}: ${detail}`, options);
    this.name = 'EgressError';
    this.reason = reason;
    this.host = host;
  }

  /** One clause, without a full stop: `example.com: the address is not public`. */
  get sentence(): string {
    return this.message;
  }
}
