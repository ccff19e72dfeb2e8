import { siblingKey, fileUrl } from '../../domain/artifact-keys.ts';
import { redrawStageName, type RedrawState } from '../../domain/redraw.ts';
import type { AttemptEnd } from '../../domain/retry.ts';
import { Redrawn } from '../../schema/redrawn.ts';
import { findAttempt, type WholeResult } from './attempt-end.ts';
import type { Decision } from './decision.ts';
import type { Rules, DecisionInput, SeenRedraw } from './decision-input.ts';

/** What a redraw adds to the decision about a finished job. */
export type RedrawStep = Partial<Pick<Decision, 'launches' | 'patch'>>;

/**
 * Decides the next step of a redraw (drawing a finished job again from its brief). It is one attempt of a stage of its
 * own, which is not repeated. Its state is an annotation of the AdJob, because the status of a finished job never
 * changes.
 */
export function decideRedraw({ attempts, missing }: DecisionInput, redraw: SeenRedraw, rules: Rules): RedrawStep {
  const { number } = redraw;
  const observed = findAttempt(attempts, { stage: redrawStageName, attempt: number });
  if (observed !== undefined && observed.state !== 'ended') {
    return note(redraw, observed.state === 'running' ? 'drawing' : 'starting');
  }
  const end = observed?.end ?? (isLaunched(redraw, missing) ? missing : undefined);
  if (end !== undefined) return { patch: { redraw: endState(number, end, rules) } };
  return redraw.source === undefined ? {} : launch(redraw, redraw.source);
}

/** Reports whether an attempt that the launcher does not list was launched: its start is noted, or its result exists. */
function isLaunched({ noted }: SeenRedraw, end: DecisionInput['missing']): boolean {
  return noted !== undefined || end?.kind === 'done';
}

function launch(redraw: SeenRedraw, source: NonNullable<SeenRedraw['source']>): RedrawStep {
  const { number } = redraw;
  if ('refusal' in source) return { patch: { redraw: { number, state: 'failed', reason: source.refusal } } };
  const order = { stage: redrawStageName, attempt: number, earlier: {}, redraw: source };
  return { launches: [order], ...note(redraw, 'starting') };
}

function note({ number, noted }: SeenRedraw, state: 'starting' | 'drawing'): RedrawStep {
  return noted === state ? {} : { patch: { redraw: { number, state } } };
}

function endState(number: number, end: AttemptEnd<WholeResult>, { publicBase }: Rules): RedrawState {
  if (end.kind === 'permanent') return { number, state: 'failed', reason: end.sentence };
  if (end.kind !== 'done') return { number, state: 'failed', reason: `No ad was drawn, because ${end.reason}.` };
  const { ref, result } = end.result;
  const { data: redrawn } = Redrawn.safeParse(result.response);
  if (redrawn === undefined) return { number, state: 'failed', reason: 'The result of the stage could not be read.' };
  const files = redrawn.files.flatMap((file) => {
    const sha256 = result.files.find(({ name }) => name === file.name)?.sha256;
    return sha256 === undefined ? [] : [{ ...file, sha256, url: fileUrl(publicBase, siblingKey(ref, file.name)) }];
  });
  return { ...redrawn, number, state: 'done', files };
}
