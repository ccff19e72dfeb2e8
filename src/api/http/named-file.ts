/** A file that a job's `response` names. `sha256` (hex) is there where the response tells it. */
export interface NamedFile {
  sha256?: string;
}

/**
 * The file at this path, where a `url` or `…_url` of the response ends in it. The path holds 128 bits that nobody can
 * guess, so its end is proof enough, and files stay readable when the public address of the installation changes.
 */
export function namedFile(response: unknown, path: string): NamedFile | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const members = Object.entries(response);
  const [name] =
    members.find(([key, value]) => isUrlKey(key) && typeof value === 'string' && value.endsWith(path)) ?? [];
  // The `sha256` beside it is that of the `url`; a `thumbnail_url` has none.
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
