const segment = /^[A-Za-z0-9._-]+$/;
/**
 * Maximum length of a segment. It leaves room for the suffix of a temporary file within the 255 bytes of a file name.
 */
const segmentLengthMax = 200;
/** Maximum length of a key in S3. */
const keyLengthMax = 1_024;

/** Returns the segments of a key. Throws for an invalid key, so that no key leads out of its folder. */
export function keySegments(key: string): string[] {
  if (!isArtifactKey(key)) throw new Error('Invalid artifact key.');
  return key.split('/');
}

export function isArtifactKey(key: string): boolean {
  return key.length <= keyLengthMax && key.split('/').every(isSegment);
}

/** Returns the segments of a prefix, which ends in `/`. */
export function prefixSegments(prefix: string): string[] {
  if (!prefix.endsWith('/')) throw new Error('A prefix of artifact keys must end in a slash.');
  return keySegments(prefix.slice(0, -1));
}

/** Reports whether a name can be part of an artifact key. Names of temporary files cannot. */
export function isSegment(name: string): boolean {
  return segment.test(name) && name !== '.' && name !== '..' && name.length <= segmentLengthMax;
}
