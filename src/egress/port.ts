/** Answer after redirects, decompressed. The status is 2xx, except in `EgressError.answer`. */
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
  /** Bytes of the body that are kept of an answer outside 2xx, in `EgressError.answer`. Absent: none. */
  failureBytesMax?: number;
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

  /** With `bad_status`: the answer, where `failureBytesMax` asks for it and its body can be read. */
  readonly answer: Fetched | undefined;

  constructor(
    reason: EgressReason,
    host: string,
    detail: string,
    { answer, ...options }: ErrorOptions & { answer?: Fetched | undefined } = {},
  ) {
    super(`${host}: ${detail}`, options);
    this.name = 'EgressError';
    this.reason = reason;
    this.host = host;
    this.answer = answer;
  }

  /** One clause, without a full stop: `example.com: the address is not public`. */
  get sentence(): string {
    return this.message;
  }
}
