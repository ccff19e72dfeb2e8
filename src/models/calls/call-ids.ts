import { sha256 } from '../../files/sha256.ts';
import type { CallIds } from '../provider.ts';
import type { CalledModel } from '../records/operation-record.ts';
import type { ModelTask, ReferencePicture } from '../model-task.ts';

/** Returns the SHA-256 of a task. Pictures count by their content. */
export function inputSha256(task: ModelTask): string {
  const hashes = picturesOf(task).map(({ bytes }) => sha256(bytes));
  return hashOf(JSON.stringify({ ...task, references: undefined, picture: undefined, hashes }));
}

function picturesOf(task: ModelTask): readonly ReferencePicture[] {
  if ('references' in task) return task.references;
  return 'picture' in task && task.picture !== null ? [task.picture] : [];
}

const hashOf = (text: string): string => sha256(Buffer.from(text));

/**
 * Returns the ids of a call. The same job, port, number, model and input give the same ids in every attempt of a stage.
 * A provider could refuse an id that another model had, or return the result of that model.
 */
export function callIds(
  jobId: string,
  name: string,
  { entry, provider, model, input }: CalledModel & { input: string },
): CallIds {
  const idempotencyKey = hashOf(JSON.stringify(['adwright', jobId, name, entry, provider, model, input]));
  return { idempotencyKey, callId: uuidOf(idempotencyKey) };
}

/** Returns a UUID of version 8 (RFC 9562, section 5.8) from the first 128 bits of a hash. */
function uuidOf(hash: string): string {
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, variant + hash.slice(17, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}
