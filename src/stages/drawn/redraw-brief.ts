import { parseJson } from '../../domain/json-text.ts';
import { sha256 } from '../../files/sha256.ts';
import type { BriefFile } from '../../schema/brief-file.ts';
import type { Redrawn } from '../../schema/redrawn.ts';
import { StageResult } from '../../schema/stage-contract.ts';
import { programVersion } from '../../version.ts';
import type { DrawContext } from './drawn-stage.ts';
import { redrawLoaders } from './redraw-loaders.ts';
import { readStored } from './stored-brief.ts';

/** Files of the attempt that drew first. `result` is undefined if the attempt failed. */
export interface FirstDrawing {
  json: Buffer | undefined;
  materials: Buffer | undefined;
  result: Buffer | undefined;
}

/** Error: the brief is missing, damaged or of another version. */
export class UnusableBrief extends Error {}

/**
 * Draws from the stored brief of a job again and compares each file with the one that the job made. Throws
 * `UnusableBrief` before it writes anything if the brief cannot be used.
 */
export async function redrawBrief(jobId: string, first: FirstDrawing, context: DrawContext): Promise<Redrawn> {
  const stored = readStored(first.json, first.materials);
  if (stored?.file.jobId !== jobId)
    throw new UnusableBrief('A file of the brief is missing or damaged, or another version wrote it.');
  const load = redrawLoaders.get(stored.file.stage);
  if (load === undefined) throw new UnusableBrief(`This version cannot draw the stage "${stored.file.stage}".`);
  const hashes = hashesOf(first.result);
  const files: Redrawn['files'] = [];
  const redraw = await load();
  await redraw(stored, {
    ...context,
    write: async (name, bytes, contentType) => {
      await context.write(name, bytes, contentType);
      const before = hashes.get(name);
      files.push({ name, bytes: bytes.length, isSame: before === undefined ? undefined : before === sha256(bytes) });
    },
  });
  return {
    files,
    briefMadeBy: madeBy(stored.file),
    drawnBy: madeBy({ program: programVersion(), architecture: process.arch }),
  };
}

const madeBy = ({ program, architecture }: Pick<BriefFile, 'program' | 'architecture'>): string =>
  `${program} on ${architecture}`;

function hashesOf(result: Buffer | undefined): ReadonlyMap<string, string> {
  const { data } = StageResult.safeParse(parseJson(result?.toString('utf8') ?? ''));
  return new Map(data?.files.map(({ name, sha256: hash }) => [name, hash]));
}
