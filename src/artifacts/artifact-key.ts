const segment = /^[A-Za-z0-9._-]+$/;
/**
 * Maximum number of characters in one segment of an artifact key. File systems allow 255 bytes; the remaining bytes are
 * for the suffix of temporary files.
 */
const segmentLengthMax = 200;
const keyLengthMax = 1_024;

/** Returns the segments of an artifact key. Throws if the key is invalid, so that no key leads out of its folder. */
export function keySegments(key: string): string[] {
  if (!isArtifactKey(key)) throw new Error('Invalid artifact key.');
  return key.split('/');
}

export function isArtifactKey(key: string): boolean {
  return key.length <= keyLengthMax && key.split('/').every(isSegment);
}

export function prefixSegments(prefix: string): string[] {
  if (!prefix.endsWith('/')) throw new Error('A prefix of artifact keys must end in a slash.');
  return keySegments(prefix.slice(0, -1));
}

export function isSegment(name: string): boolean {
  return segment.test(name) && name !== '.' && name !== '..' && name.length <= segmentLengthMax;
}
