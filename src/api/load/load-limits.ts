/** Limits on the work of one process. */
export interface LoadLimits {
  /** Maximum number of requests that wait in the queue. Further requests are shed (refused with 503). */
  waitingMax: number;
  /** Maximum time for which a request waits before it is shed. */
  waitMsMax: number;
  /** Maximum number of requests other than GET, HEAD and OPTIONS that are handled at the same time. */
  writesMax: number;
}

export const defaultLoadLimits: LoadLimits = { waitingMax: 1_000, waitMsMax: 5_000, writesMax: 256 };
