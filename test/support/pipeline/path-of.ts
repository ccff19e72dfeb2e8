import type { FileAccess } from '../../../src/schema/stage-contract.ts';

/** Returns the path of a file access. Throws if the access is a URL. */
export function pathOf(access: FileAccess | undefined): string {
  if (access?.kind !== 'file') throw new Error('the access is not a file');
  return access.path;
}
