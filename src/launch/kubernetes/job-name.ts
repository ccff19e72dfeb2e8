import { createHash } from 'node:crypto';
import type { StageAttempt } from '../port.ts';

/**
 * Maximum length of the name of a stage's Kubernetes Job. The name of its pod is six characters longer. It is also the
 * host name of the pod, which may have at most 63 characters.
 */
const nameLengthMax = 57;
/**
 * Number of characters of the hash in the name of a Kubernetes Job. Its 40 bits distinguish AdJobs whose names start in
 * the same way.
 */
const digits = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Returns the name of the Kubernetes Job of an attempt, `<AdJob>-<stage>-<attempt>-<hash>`, where a long name of the
 * AdJob is cut. The name is the same on every replica and after every restart. The Jobs of an AdJob that was deleted
 * and created again have other names than the Jobs of the deleted AdJob.
 */
export function jobName({ owner, stage, attempt }: Pick<StageAttempt, 'owner' | 'stage' | 'attempt'>): string {
  const { namespace, name } = owner.key;
  const hash = hashText(JSON.stringify([namespace, name, owner.uid, stage, attempt]));
  const tail = `-${plain(stage)}-${attempt}-${hash}`;
  const head = plain(name).slice(0, nameLengthMax - tail.length);
  return (head + tail).replace(/^-+/, '').replaceAll(/-{2,}/g, '-');
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function hashText(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, digits);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
