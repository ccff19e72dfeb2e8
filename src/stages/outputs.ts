import { sha256 } from '../files/sha256.ts';
import type { FileAccess, StageInput, StageResult } from '../schema/stage-contract.ts';
import { writeAccess } from './file-access.ts';
import type { StoreFetch } from './store-fetch.ts';

/**
 * Output files of one run of a stage. Accepts only file names that the stage has declared, and writes each file
 * completely or not at all.
 */
export class StageOutputs {
  readonly #declared: ReadonlyMap<string, FileAccess>;
  readonly #fetchFile: StoreFetch;
  readonly #written = new Map<string, StageResult['files'][number]>();

  constructor(outputs: StageInput['outputs'], fetchFile: StoreFetch) {
    this.#fetchFile = fetchFile;
    this.#declared = new Map(Object.entries(outputs));
  }

  get files(): StageResult['files'] {
    return [...this.#written.values()];
  }

  async write(name: string, bytes: Buffer, contentType: string): Promise<void> {
    const access = this.#declared.get(name);
    if (access === undefined) throw new Error(`The stage declared no output "${name}".`);
    await writeAccess(access, { bytes, contentType }, this.#fetchFile);
    this.#written.set(name, { name, sha256: sha256(bytes), bytes: bytes.length, contentType });
  }
}
