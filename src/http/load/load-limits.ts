export interface LoadLimits {
  waitingMax: number;
  waitMsMax: number;
  /**
   * Maximum number of requests other than GET, HEAD and OPTIONS that are handled at the same time. Further requests
   * wait in the queue.
   */
  writesMax: number;
}

export const defaultLoadLimits: LoadLimits = { waitingMax: 1_000, waitMsMax: 5_000, writesMax: 256 };
