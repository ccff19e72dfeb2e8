import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactStore } from '../artifacts/port.ts';
import { fileNamed, storedFiles } from '../operations/jobs/stored-files.ts';
import { CommandError, exitCodes } from '../commands/context.ts';
import { siblingKey } from '../domain/artifact-keys.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { createLogger } from '../observability/logger.ts';
import { briefFiles } from '../schema/drawn-files.ts';
import type { Redrawn } from '../schema/redrawn.ts';
import { resultFile } from '../schema/stage-contract.ts';
import { redrawBrief, UnusableBrief } from '../stages/drawn/redraw-brief.ts';

/** Maximum size of a file of a brief: four pictures at the limit for one picture, and four fonts. */
const fileBytesMax = 512 * 1024 * 1024;

interface Options {
  artifacts: ArtifactStore;
  jobId: string;
  out: string;
  voicesDir: string;
}

/**
 * Draws from the stored brief of a job and writes the files into the folder `out`. Takes the brief of the attempt that
 * succeeded, else of the last attempt. Throws a `CommandError` if the job has no brief that can be read.
 */
export async function redrawInFolder({ artifacts, jobId, out, voicesDir }: Options): Promise<Redrawn> {
  const briefAt = await findBrief(artifacts, jobId);
  const get = (name: string) => artifacts.get(siblingKey(briefAt, name), fileBytesMax);
  const [json, materials, result] = await Promise.all([
    get(briefFiles.brief),
    get(briefFiles.materials),
    get(resultFile),
  ]);
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    await mkdir(out, { recursive: true });
    await writeFileAtomically(join(out, name), bytes);
  };
  const signal = new AbortController().signal;
  const context = { write, voicesDir, logger: createLogger('silent', 'cli'), signal };
  return redrawBrief(jobId, { json, materials, result }, context).catch((error: unknown) => {
    if (error instanceof UnusableBrief)
      throw new CommandError(`The brief of job ${jobId} cannot be used: ${error.message}`);
    throw error;
  });
}

async function findBrief(artifacts: ArtifactStore, jobId: string): Promise<string> {
  const found = fileNamed(await storedFiles(jobId, artifacts), briefFiles.brief);
  if (found !== undefined) return found.key;
  throw new CommandError(
    `No brief of job ${jobId} is stored. Only a job that reached its last stage has one, until the job is deleted.`,
    exitCodes.notFound,
  );
}
