import type { ObjectKey } from '../../../objects/object-key.ts';

/** Something that a person should look at, with the number of things that it counts. */
export type Attention =
  | { kind: 'failed'; code: string; count: number }
  | { kind: 'waiting'; cause: string; count: number; oldestSeconds: number }
  | { kind: 'low-credits'; account: ObjectKey; available: number }
  | { kind: 'at-limit'; key: ObjectKey; used: number; limit: number }
  | { kind: 'overdue-callbacks'; count: number }
  | { kind: 'unhealthy'; part: string; detail: string | undefined };

/** Finished jobs of one hour. */
export interface Hour {
  /** Start of the hour, in milliseconds since 1970. */
  startMs: number;
  succeeded: number;
  failed: number;
  /** Seconds from creation to end, of jobs that succeeded. Undefined without such jobs. */
  p50Seconds: number | undefined;
  p95Seconds: number | undefined;
}

export interface NewPicture {
  jobId: string;
  /** Name of the file, such as `ad-1.png`. */
  file: string;
  /** Brand and product of the request. */
  text: string;
  completedSeconds: number;
}

/** What a person should know of the jobs that the person may see. */
export interface JobsOverview {
  hasJobs: boolean;
  /** Failures of the last hour, jobs that wait, and overdue callbacks. */
  attention: readonly Attention[];
  running: number;
  waiting: number;
  /** The last 24 hours, the oldest first. */
  hours: readonly Hour[];
  pictures: readonly NewPicture[];
}

/** What a person should know of the accounts and API keys that the person may see, and of the service. */
export interface ClientsOverview {
  hasAccounts: boolean;
  hasKeys: boolean;
  attention: readonly Attention[];
}

export type OverviewData = ClientsOverview & JobsOverview;
