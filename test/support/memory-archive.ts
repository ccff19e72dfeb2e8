import type { Archive, ArchivedJob, ArchivedJobKey } from '../../src/archive/port.ts';
import type { DeliveryStatus } from '../../src/schema/adjob.ts';

/** An archive in memory whose records a test can inspect. */
export class MemoryArchive implements Archive {
  readonly records = new Map<string, ArchivedJob>();
  /** Number of writes of each record. */
  readonly writes = new Map<string, number>();
  readonly open = new Map<string, ArchivedJobKey>();

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

  async putDelivery(job: ArchivedJobKey, delivery: DeliveryStatus): Promise<void> {
    const record = this.records.get(job.jobId);
    if (record !== undefined) this.records.set(job.jobId, { ...record, delivery });
    if (delivery.state === 'pending') this.open.set(job.jobId, job);
    else await this.dropOpenDelivery(job);
  }

  async *listOpenDeliveries(): AsyncGenerator<ArchivedJobKey> {
    for (const job of this.open.values()) yield await Promise.resolve(job);
  }

  dropOpenDelivery({ jobId }: ArchivedJobKey): Promise<void> {
    this.open.delete(jobId);
    return Promise.resolve();
  }
}
