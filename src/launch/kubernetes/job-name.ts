import { createHash } from 'node:crypto';
import type { StageAttempt } from '../port.ts';

/**
 * Maximum length of a Job's name. The name of its pod is six characters longer and is also the pod's host name, which
 * may have at most 63 characters.
 */
const nameLengthMax = 57;
/** Number of characters of the hash. Its 40 bits distinguish owners whose names have the same prefix. */
const digits = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Returns the name of the Job of an attempt (run of a stage), `<owner>-<stage>-<attempt>-<hash>`, with the owner's name
 * truncated. The name is the same on every replica and after every restart. A later owner with the same name but
 * another uid gets other Job names.
 */
export function jobName({ owner, stage, attempt }: Pick<StageAttempt, 'owner' | 'stage' | 'attempt'>): string {
  const { namespace, name } = owner.key;
  const hash = hashText(JSON.stringify([namespace, name, owner.uid, stage, attempt]));
  const tail = `-${plain(stage)}-${attempt}-${hash}`;
  const head = plain(name).slice(0, nameLengthMax - tail.length);
  return (head + tail).replace(/^-+/, '').replaceAll(/-{2,}/g, '-');
}

/** Replaces characters that a Job name cannot contain, such as dots in the names of owners. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function hashText(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, digits);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
