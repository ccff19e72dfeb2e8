import type { FileAccess } from '../../src/schema/stage-contract.ts';

/** Returns the path of a file. Throws if the access is not a file. */
export function pathOf(access: FileAccess | undefined): string {
  if (access?.kind !== 'file') throw new Error('the access is not a file');
  return access.path;
}
