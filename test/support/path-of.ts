import type { FileAccess } from '../../src/stages/contract.ts';

/** Where a file is that must be one. */
export function pathOf(access: FileAccess | undefined): string {
  if (access?.kind !== 'file') throw new Error('There is no such file.');
  return access.path;
}
