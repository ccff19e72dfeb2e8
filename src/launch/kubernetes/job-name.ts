import { createHash } from 'node:crypto';
import type { StageAttempt } from '../port.ts';

/** Longest name of a Job. A pod's name adds six characters and is its host name, which has at most 63. */
const nameLengthMax = 57;
/** 40 bits of hash distinguish owners whose names have the same prefix. */
const digits = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * Returns the name of an attempt's Job, `<owner>-<stage>-<attempt>-<hash>`, with the owner truncated. The name is the
 * same on every replica and after every restart. An owner with the same name and another uid has other names.
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
