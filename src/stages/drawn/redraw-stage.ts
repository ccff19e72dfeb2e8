import { briefFiles } from '../../schema/drawn-files.ts';
import { previousAttempt, resultFile } from '../../schema/stage-contract.ts';
import type { Stage } from '../stage.ts';
import { PermanentFailure } from '../stage-errors.ts';
import { redrawBrief, UnusableBrief } from './redraw-brief.ts';

/**
 * Draws from the stored brief of a finished job again. This stage belongs to no type of ad: an operator requests it.
 * Its response is a `Redrawn`. It never prepares a brief, so it needs no network.
 */
export const redrawStage: Stage = async ({ input, read, write, voicesDir, logger, signal }) => {
  const [json, materials, result] = await Promise.all(
    [briefFiles.brief, briefFiles.materials, resultFile].map((name) => read(`${previousAttempt}/${name}`)),
  );
  try {
    const response = await redrawBrief(input.jobId, { json, materials, result }, { write, voicesDir, logger, signal });
    return { summary: 'Drew the ad again from its brief.', response };
  } catch (error) {
    if (error instanceof UnusableBrief) throw new PermanentFailure('internal', error.message);
    throw error;
  }
};
