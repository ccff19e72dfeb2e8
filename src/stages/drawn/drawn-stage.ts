import type { z } from 'zod';
import { briefFiles, madeFileName } from '../../schema/drawn-files.ts';
import type { MadeFile } from '../../schema/made-file.ts';
import { previousAttempt } from '../../schema/stage-contract.ts';
import { withSpan } from '../../tracing/current-trace.ts';
import type { Stage, StageContext } from '../stage.ts';
import { readStored, storedFiles, type Prepared, type StoredFiles, type VerifiedBrief } from './stored-brief.ts';

/**
 * What a stage may use while it draws. It has no access to the network: everything that a drawing shows is in the files
 * of its brief.
 */
export type DrawContext = Pick<StageContext, 'write' | 'voicesDir' | 'logger' | 'signal'>;

export interface DrawInput<Wanted> extends Prepared<Wanted> {
  jobId: string;
}

export interface Drawing {
  summary: string;
  made: MadeFile;
  response: Record<string, unknown>;
}

/** The two halves of a stage that draws: `prepare` fetches, judges and chooses; `draw` uses nothing but its result. */
export interface DrawnStage<Wanted> {
  wanted: z.ZodType<Wanted>;
  prepare: (context: StageContext) => Promise<Prepared<Wanted>>;
  draw: (input: DrawInput<Wanted>, context: DrawContext) => Promise<Drawing>;
}

export type Redraw = (stored: VerifiedBrief, context: DrawContext) => Promise<Drawing>;

/** A stage that draws, and its two halves as functions of their own. */
interface DrawnStageParts {
  stage: Stage;
  prepare: (context: StageContext) => Promise<VerifiedBrief>;
  redraw: Redraw;
}

/**
 * Returns a stage that stores its brief before it draws, a function that only prepares a brief, and a function that
 * draws from a stored brief again. The same brief gives the same bytes with the same version of the program on the same
 * processor architecture.
 *
 * The second attempt draws from the brief of the first if this brief verifies, so that it draws the same ad even if a
 * page has changed. Any later attempt prepares a new brief, because the brief may be the reason for the failures.
 */
export function drawnStage<Wanted>(parts: DrawnStage<Wanted>): DrawnStageParts {
  const redraw: Redraw = ({ file, brief }, context) => {
    const { jobId, direction, evidence, notes } = file;
    return parts.draw({ jobId, brief, direction, evidence, notes, wanted: parts.wanted.parse(file.wanted) }, context);
  };
  const newFiles = async (context: StageContext) => newBrief(await parts.prepare(context), context);
  const stage: Stage = async (context) => {
    const { files, stored } = (await earlierBrief(context)) ?? (await withSpan('prepare', () => newFiles(context)));
    await context.write(briefFiles.materials, files.materials, 'application/octet-stream');
    await context.write(briefFiles.brief, files.json, 'application/json');
    const { write, voicesDir, logger, signal } = context;
    const drawing = withSpan('draw', () => redraw(stored, { write, voicesDir, logger, signal }));
    const { summary, made, response } = await drawing;
    await write(madeFileName, Buffer.from(JSON.stringify(made)), 'application/json');
    return { summary, response };
  };
  return { stage, prepare: async (context) => (await newFiles(context)).stored, redraw };
}

/** Files of a brief, and the brief that was read from them. */
interface ReadBrief {
  files: StoredFiles;
  stored: VerifiedBrief;
}

/** Returns a prepared brief as it is read from its files, so that every drawing starts from what is stored. */
function newBrief(prepared: Prepared<unknown>, { input }: StageContext): ReadBrief {
  const files = storedFiles(prepared, input);
  const stored = readStored(files.json, files.materials);
  if (stored === undefined) throw new Error('The new brief cannot be read.');
  return { files, stored };
}

/** Returns the brief of the previous attempt if the stage was given access to it and it verifies. */
async function earlierBrief({ input, read, logger }: StageContext): Promise<ReadBrief | undefined> {
  const [json, materials] = await Promise.all([
    read(`${previousAttempt}/${briefFiles.brief}`),
    read(`${previousAttempt}/${briefFiles.materials}`),
  ]);
  if (json === undefined || materials === undefined) return undefined;
  const stored = readStored(json, materials);
  if (stored?.file.jobId === input.jobId && stored.file.stage === input.stage)
    return { files: { json, materials }, stored };
  logger.warn('the brief of the previous attempt does not verify; preparing a new one');
  return undefined;
}
