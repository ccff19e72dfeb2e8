import { createHash } from 'node:crypto';
import type { CallIds } from '../provider.ts';
import type { ModelTask, ReferencePicture } from '../model-task.ts';

/** Returns the SHA-256 of a task. Pictures count by their content. */
export function inputSha256(task: ModelTask): string {
  const pictures: Record<string, ReferencePicture[]> = {
    copywriter: [],
    speech: [],
    image: task.port === 'image' ? [...task.references] : [],
    cutout: task.port === 'cutout' ? [task.picture] : [],
    video: task.port === 'video' && task.picture !== null ? [task.picture] : [],
  };
  const hashes = (pictures[task.port] ?? []).map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
  const text = JSON.stringify({ ...task, references: undefined, picture: undefined, hashes });
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the ids of a call. The same job, port, number and input give the same ids in every attempt of a stage. */
export function callIds(jobId: string, name: string, input: string): CallIds {
  const idempotencyKey = createHash('sha256').update(`adwright/${jobId}/${name}/${input}`).digest('hex');
  return { idempotencyKey, callId: uuidOf(idempotencyKey) };
}

/** Returns a UUID of version 8 (RFC 9562, section 5.8) from the first 128 bits of a hash. */
function uuidOf(hash: string): string {
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 0x3) | 0x8).toString(16);
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, variant + hash.slice(17, 20)];
  return [...parts, hash.slice(20, 32)].join('-');
}
