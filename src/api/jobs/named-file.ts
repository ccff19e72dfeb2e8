export interface NamedFile {
  sha256?: string;
}

/**
 * Finds a file in the `response` of a job: the file whose URL (a field `url` or `…_url`) ends with `path`.
 *
 * Only the end of the URL is compared, so that files stay readable after the public URL of the installation changes. No
 * other file has the same path, because the path contains 128 random bits.
 */
export function namedFile(response: unknown, path: string): NamedFile | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const members = Object.entries(response);
  const [name] =
    members.find(([key, value]) => isUrlKey(key) && typeof value === 'string' && value.endsWith(path)) ?? [];
  // The field `sha256` of an object is the hash of the file in `url`. The file in `thumbnail_url` has no recorded hash.
  if (name !== undefined) return name === 'url' ? hashOf(response) : {};
  for (const [, inner] of members) {
    const found = namedFile(inner, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isUrlKey(key: string): boolean {
  return key === 'url' || key.endsWith('_url');
}

function hashOf(holder: object): NamedFile {
  return 'sha256' in holder && typeof holder.sha256 === 'string' ? { sha256: holder.sha256 } : {};
}
