import type { UnreadReason } from '../schema/brand-read.ts';

/** Thrown by a stage if a retry cannot succeed. `code` is one of the job error codes. */
export class PermanentFailure extends Error {
  readonly code: string;

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'PermanentFailure';
    this.code = code;
  }
}

/** Thrown if no page of the request can be read. The message names each page and is suitable for `response.notes`. */
export class BrandUnreadable extends PermanentFailure {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason, sentence: string) {
    super('brand_unreadable', sentence);
    this.name = 'BrandUnreadable';
    this.reason = reason;
  }
}

/**
 * Thrown when the access of a stage to a file has expired. This attempt (run of the stage) ends, and does not count as
 * a failure.
 */
export class AccessExpired extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AccessExpired';
  }
}
