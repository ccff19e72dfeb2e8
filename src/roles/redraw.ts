import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArtifactStore } from '../artifacts/port.ts';
import { CommandError, exitCodes } from '../commands/context.ts';
import type { Redrawn } from '../commands/redrawn.ts';
import { jobPrefix, siblingKey } from '../domain/artifact-keys.ts';
import { parseJson } from '../domain/json-text.ts';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { createLogger } from '../observability/logger.ts';
import type { BriefFile } from '../schema/brief-file.ts';
import { briefFiles } from '../schema/drawn-files.ts';
import { StageResult } from '../schema/stage-contract.ts';
import { readStored, type VerifiedBrief } from '../stages/drawn/stored-brief.ts';
import { sha256 } from '../files/sha256.ts';
import { redrawLoaders } from '../stages/registry.ts';
import { programVersion } from '../version.ts';

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
export async function redrawJob({ artifacts, jobId, out, voicesDir }: Options): Promise<Redrawn> {
  const briefAt = await findBrief(artifacts, jobId);
  const { file, brief } = await readBrief(artifacts, briefAt, jobId);
  const load = redrawLoaders.get(file.stage);
  if (load === undefined) throw new CommandError(`This version cannot draw the stage "${file.stage}" of the brief.`);
  const hashes = hashesOf(await artifacts.get(siblingKey(briefAt, 'result.json'), fileBytesMax));
  await mkdir(out, { recursive: true });
  const files: Redrawn['files'] = [];
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    await writeFileAtomically(join(out, name), bytes);
    const before = hashes.get(name);
    files.push({ name, bytes: bytes.length, isSame: before === undefined ? undefined : before === sha256(bytes) });
  };
  const redraw = await load();
  const signal = new AbortController().signal;
  await redraw({ file, brief }, { write, voicesDir, logger: createLogger('silent', 'cli'), signal });
  return {
    files,
    briefMadeBy: madeBy(file),
    drawnBy: madeBy({ program: programVersion(), architecture: process.arch }),
  };
}

const madeBy = ({ program, architecture }: Pick<BriefFile, 'program' | 'architecture'>): string =>
  `${program} on ${architecture}`;

async function findBrief(artifacts: ArtifactStore, jobId: string): Promise<string> {
  const keys = (await artifacts.list(jobPrefix(jobId))).map(({ key }) => key);
  const briefs = keys.filter((key) => key.endsWith(`/${briefFiles.brief}`)).toSorted();
  const done = briefs.find((key) => keys.includes(siblingKey(key, 'result.json')));
  const found = done ?? briefs.at(-1);
  if (found !== undefined) return found;
  throw new CommandError(
    `No brief of job ${jobId} is stored. Only a job that reached its last stage has one, until the job is deleted.`,
    exitCodes.notFound,
  );
}

async function readBrief(artifacts: ArtifactStore, briefAt: string, jobId: string): Promise<VerifiedBrief> {
  const [json, materials] = await Promise.all([
    artifacts.get(briefAt, fileBytesMax),
    artifacts.get(siblingKey(briefAt, briefFiles.materials), fileBytesMax),
  ]);
  const stored = readStored(json, materials);
  if (stored !== undefined) return stored;
  throw new CommandError(
    `The brief of job ${jobId} cannot be used: a file is missing or damaged, or another version wrote it.`,
  );
}

function hashesOf(result: Buffer | undefined): ReadonlyMap<string, string> {
  const { data } = StageResult.safeParse(parseJson(result?.toString('utf8') ?? ''));
  return new Map(data?.files.map(({ name, sha256: hash }) => [name, hash]));
}
