import type { AdJob, AdJobStatus } from '../schema/adjob.ts';
import { findCondition } from './conditions.ts';
import { jsonHash } from './json-hash.ts';
import { runAnnotation } from './labels.ts';

/** Reason of the condition `Admitted` of an AdJob that was run before, as another object of the same name. */
export const ranBeforeReason = 'RanBefore' as const;

/**
 * Reports whether the AdJob was recognised as one that was run before. It is never run, charged or reported, and has no
 * phase.
 */
export function hasRunBefore({ status }: { status?: AdJobStatus | undefined }): boolean {
  return status?.phase === undefined && findCondition(status?.conditions, 'Admitted')?.reason === ranBeforeReason;
}

/**
 * Returns the hash of what an AdJob asks for: its namespace, its name, and the part of its spec that cannot change. The
 * job must have its spec as it is stored, without defaults that the controller fills in.
 */
export function runHash({ metadata: { namespace, name }, spec }: Pick<AdJob, 'metadata' | 'spec'>): string {
  const { cancel: _cancel, suspend: _suspend, ttlSecondsAfterFinished: _ttl, ...asked } = spec;
  return jsonHash([namespace, name, asked]);
}

/** Returns the value of the annotation that names the object for which an AdJob is run first, and what it asks for. */
export function writeRun(job: Pick<AdJob, 'metadata' | 'spec'>): string {
  return `${job.metadata.uid} ${runHash(job)}`;
}

/**
 * Returns the uid of the earlier object of which this AdJob is a copy: its annotation names another uid, and it asks for
 * the same. Returns undefined if it is no copy.
 */
export function copiedFrom(job: Pick<AdJob, 'metadata' | 'spec'>): string | undefined {
  const [uid, hash] = job.metadata.annotations?.[runAnnotation]?.split(' ') ?? [];
  return uid !== job.metadata.uid && hash === runHash(job) ? uid : undefined;
}
