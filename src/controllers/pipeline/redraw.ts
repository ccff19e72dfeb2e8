import { siblingKey, fileUrl } from '../../domain/artifact-keys.ts';
import { parseRedrawState, redrawStageName, type RedrawState } from '../../domain/redraw.ts';
import type { AttemptEnd } from '../../domain/retry.ts';
import { Redrawn } from '../../schema/redrawn.ts';
import { findAttempt, type WholeResult } from './attempt-end.ts';
import type { Decision } from './decision.ts';
import type { Rules, DecisionInput, SeenRedraw } from './decision-input.ts';

/** Interval in milliseconds at which a redraw that waits for a slot asks for one again. */
const slotRetryMs = 5_000;

/** Part of the decision about a finished job that its redraw determines. */
export type RedrawStep = Partial<Pick<Decision, 'launches' | 'patch' | 'requeueAfterMs'>>;

/**
 * Decides the next step of a redraw. It is one attempt of a stage of its own, which is not repeated. Its state is an
 * annotation of the AdJob, because the status of a finished job never changes.
 */
export function decideRedraw(input: DecisionInput, redraw: SeenRedraw, rules: Rules): RedrawStep {
  const { attempts, missing, mayStart } = input;
  const { number } = redraw;
  const observed = findAttempt(attempts, { stage: redrawStageName, attempt: number });
  if (observed !== undefined && observed.state !== 'ended') {
    return recordState(redraw, observed.state === 'running' ? 'drawing' : 'starting');
  }
  const end = observed?.end ?? (isLaunched(redraw, missing) ? missing : undefined);
  if (end !== undefined) return { patch: { redraw: endState(number, end, rules) } };
  return redraw.source === undefined ? {} : start(redraw, redraw.source, mayStart);
}

/**
 * Reports whether an attempt that the launcher does not list was launched: its start is recorded, or its result exists.
 */
function isLaunched({ recorded }: SeenRedraw, end: DecisionInput['missing']): boolean {
  return recorded !== undefined || end?.kind === 'done';
}

function start(redraw: SeenRedraw, source: NonNullable<SeenRedraw['source']>, mayStart: boolean): RedrawStep {
  const { number } = redraw;
  if ('refusal' in source) return { patch: { redraw: failed(number, source.refusal) } };
  if (!mayStart) return { requeueAfterMs: slotRetryMs };
  const order = { stage: redrawStageName, attempt: number, earlier: {}, redraw: source };
  return { launches: [order], ...recordState(redraw, 'starting') };
}

function recordState({ number, recorded }: SeenRedraw, state: 'starting' | 'drawing'): RedrawStep {
  return recorded === state ? {} : { patch: { redraw: { number, state } } };
}

/** Returns the last state of a redraw. A state that the readers of the annotation would reject becomes `failed`. */
function endState(number: number, end: AttemptEnd<WholeResult>, { publicBase }: Rules): RedrawState {
  if (end.kind === 'permanent') return failed(number, end.sentence);
  if (end.kind !== 'done') return failed(number, `No ad was drawn, because ${end.reason}.`);
  const { ref, result } = end.result;
  const { data: redrawn } = Redrawn.safeParse(result.response);
  const files = redrawn?.files.map((file) => {
    const sha256 = result.files.find(({ name }) => name === file.name)?.sha256;
    return { ...file, sha256, url: fileUrl(publicBase, siblingKey(ref, file.name)) };
  });
  const done = parseRedrawState({ ...redrawn, number, state: 'done', files });
  return done ?? failed(number, 'The result of the stage could not be read.');
}

function failed(number: number, reason: string): RedrawState {
  return { number, state: 'failed', reason };
}
