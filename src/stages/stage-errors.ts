import type { UnreadReason } from '../schema/brand-read.ts';

/** Thrown by a stage if a retry cannot succeed. `code` is one of the error codes of jobs. */
export class PermanentFailure extends Error {
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PermanentFailure';
    this.code = code;
  }
}

/** Thrown by a stage if a retry may succeed. The message is shown to the client if all retries fail. */
export class TransientFailure extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'TransientFailure';
  }
}

/**
 * Thrown if no web page of the request can be read. The message names each page and is suitable for `response.notes`.
 */
export class BrandUnreadable extends PermanentFailure {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, sentence: string) {
    super('brand_unreadable', sentence);
    this.name = 'BrandUnreadable';
    this.reason = reason;
  }
}

/**
 * Thrown when the presigned URL of a file that a stage reads or writes has expired. This run of the stage ends, but
 * does not count as a failure.
 */
export class AccessExpired extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccessExpired';
  }
}
