import { createHash } from 'node:crypto';
import type { StageAttempt } from '../port.ts';

/** A pod's name is its Job's with six characters more, and is its host name: at most 63. */
const nameLengthMax = 57;
/** 40 bits: two owners whose names begin alike do not meet. */
const digits = 8;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The name of an attempt's Job: `<owner>-<stage>-<attempt>-<hash>`, cut at the owner. The same attempt has the same name
 * on every replica and after every restart; an owner of the same name with another uid has other ones.
 */
export function jobName({ owner, stage, attempt }: Pick<StageAttempt, 'owner' | 'stage' | 'attempt'>): string {
  const { namespace, name } = owner.key;
  const hash = hashText(JSON.stringify([namespace, name, owner.uid, stage, attempt]));
  const tail = `-${plain(stage)}-${attempt}-${hash}`;
  const head = plain(name).slice(0, nameLengthMax - tail.length);
  return (head + tail).replace(/^-+/, '').replaceAll(/-{2,}/g, '-');
}

/** A stage is a short word of ours; the names of owners may have dots. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function hashText(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, digits);
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
}
