const segment = /^[A-Za-z0-9._-]+$/;
/** Leaves room for the mark of a temporary file within the 255 bytes of a file name. */
const segmentLengthMax = 200;
/** What S3 takes. */
const keyLengthMax = 1_024;

/** The key's segments. Throws for a key that no store takes: nothing in one can lead out of the place it names. */
export function keySegments(key: string): string[] {
  if (!isArtifactKey(key)) throw new Error('This is not an artifact key.');
  return key.split('/');
}

export function isArtifactKey(key: string): boolean {
  return key.length <= keyLengthMax && key.split('/').every(isSegment);
}

/** The segments of a prefix, which ends in `/`. */
export function prefixSegments(prefix: string): string[] {
  if (!prefix.endsWith('/')) throw new Error('A prefix of artifact keys ends in a slash.');
  return keySegments(prefix.slice(0, -1));
}

/** Whether a file of this name can be an artifact at all; temporary files cannot. */
export function isSegment(name: string): boolean {
  return segment.test(name) && name !== '.' && name !== '..' && name.length <= segmentLengthMax;
}
