/**
 * A file that the `response` of a job names. `sha256` is the hash of the file in hexadecimal; absent if the response
 * does not contain the hash.
 */
export interface NamedFile {
  sha256?: string;
}

/**
 * Returns the file whose `url` or `…_url` in the `response` of a job ends with the path. Only the end of the URL is
 * compared, so that files stay readable after the public URL of the installation changes. This is safe, because the
 * path contains 128 random bits.
 */
export function namedFile(response: unknown, path: string): NamedFile | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const members = Object.entries(response);
  const [name] =
    members.find(([key, value]) => isUrlKey(key) && typeof value === 'string' && value.endsWith(path)) ?? [];
  // `sha256` belongs to the `url` of the same object; a `thumbnail_url` has none.
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
