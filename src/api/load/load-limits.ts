/** Limits on the work of one process. */
export interface LoadLimits {
  /** Requests that may wait. One more is shed. */
  waitingMax: number;
  /** Longest wait before a request is shed. */
  waitMsMax: number;
  /** Requests other than GET, HEAD and OPTIONS that may be handled at the same time. */
  writesMax: number;
}

export const defaultLoadLimits: LoadLimits = { waitingMax: 1_000, waitMsMax: 5_000, writesMax: 256 };
