/** An attempt of a job, whose log is read. */
export interface LoggedAttempt {
  jobId: string;
  /** Namespace and uid of the AdJob. Undefined if the job has none. */
  owner: { namespace: string; uid: string } | undefined;
  stage: string;
  attempt: number;
}

/** Logs of the attempts of stages. */
export interface StageLogs {
  /**
   * Returns the lines of the log of an attempt, the oldest first, without line breaks. With `isFollowed`, further lines
   * follow until the attempt ends or the signal aborts. Returns undefined if there is no log.
   */
  read(
    attempt: LoggedAttempt,
    options: { isFollowed: boolean; signal: AbortSignal },
  ): Promise<AsyncIterable<string> | undefined>;
}
