import type { Archive, ArchivedJob } from '../../src/archive/port.ts';

/** An archive in memory whose records a test can inspect. */
export class MemoryArchive implements Archive {
  readonly records = new Map<string, ArchivedJob>();
  /** Number of writes of each record. */
  readonly writes = new Map<string, number>();

  put(job: ArchivedJob): Promise<void> {
    this.records.set(job.jobId, job);
    this.writes.set(job.jobId, (this.writes.get(job.jobId) ?? 0) + 1);
    return Promise.resolve();
  }

  get(jobId: string): Promise<ArchivedJob | undefined> {
    return Promise.resolve(this.records.get(jobId));
  }

  delete(jobId: string): Promise<void> {
    this.records.delete(jobId);
    return Promise.resolve();
  }

  async *listExpired(before: Date): AsyncGenerator<string> {
    for (const { jobId, completionTime } of this.records.values()) {
      if (new Date(completionTime) < before) yield await Promise.resolve(jobId);
    }
  }
}
