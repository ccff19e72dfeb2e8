import { z } from 'zod';
import type { StageDefinition } from '../ads/stage-definition.ts';
import type { AdJob } from '../schema/adjob.ts';
import { Redrawn } from '../schema/redrawn.ts';
import { parseJson } from './json-text.ts';
import { isMarkedArchived, redrawAnnotation, redrawStateAnnotation } from './labels.ts';
import { stagesOf } from './pipelines.ts';
import { isTerminal } from './terminal.ts';

/** Name of the stage that draws from the stored brief of a finished job again. No type of ad has this stage. */
export const redrawStageName = 'redraw';

const RedrawnFile = Redrawn.shape.files.element.extend({
  // The name becomes part of a path on the machine of an operator.
  name: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*$/),
  sha256: z.string().max(64),
  url: z.url({ protocol: /^https?$/ }).max(2_000),
});

const Version = z.string().max(200);

/**
 * State of the latest redraw of a job, which the controller writes to an annotation of the AdJob. The limits keep it
 * below the 256 KiB that the API server allows for all annotations of an object.
 */
const RedrawState = z.discriminatedUnion('state', [
  /** `starting`: the Kubernetes Job exists. `drawing`: its pod runs. */
  z.object({ number: z.int(), state: z.enum(['starting', 'drawing']) }),
  z.object({ number: z.int(), state: z.literal('failed'), reason: z.string() }),
  z.object({
    number: z.int(),
    state: z.literal('done'),
    files: z.array(RedrawnFile).max(64),
    briefMadeBy: Version,
    drawnBy: Version,
  }),
]);
export type RedrawState = z.infer<typeof RedrawState>;
export type DoneRedraw = Extract<RedrawState, { state: 'done' }>;

/** Decision about a request to draw a job again. `annotation` is the new value of the annotation that requests it. */
export type RedrawDecision =
  | { kind: 'refused'; code: 'job_not_finished' | 'job_failed' | 'job_archived' | 'redraw_running' }
  | { kind: 'allowed'; annotation: string; number: number };

/** Decides whether a job may be drawn again. Only one redraw of a job runs at a time. */
export function decideRedrawRequest(job: AdJob): RedrawDecision {
  if (!isTerminal(job)) return { kind: 'refused', code: 'job_not_finished' };
  if (job.status?.phase !== 'SUCCESS') return { kind: 'refused', code: 'job_failed' };
  if (isMarkedArchived(job)) return { kind: 'refused', code: 'job_archived' };
  if (openRedraw(job) !== undefined) return { kind: 'refused', code: 'redraw_running' };
  const number = Math.max(requestedRedraw(job) ?? 0, redrawState(job)?.number ?? 0) + 1;
  return { kind: 'allowed', annotation: String(number), number };
}

/** Returns the number of the redraw that is requested and not ended. Redraws of a job are numbered from 1. */
export function openRedraw(job: AdJob): number | undefined {
  const number = isTerminal(job) ? requestedRedraw(job) : undefined;
  const state = redrawState(job);
  const hasEnded = state?.number === number && (state?.state === 'done' || state?.state === 'failed');
  return hasEnded ? undefined : number;
}

/** Returns the state of the latest redraw that the controller has started. Undefined if there is no valid state. */
export function redrawState({ metadata }: Pick<AdJob, 'metadata'>): RedrawState | undefined {
  return parseRedrawState(parseJson(metadata.annotations?.[redrawStateAnnotation] ?? ''));
}

/** Returns the state without unknown fields. Undefined if it is invalid. */
export function parseRedrawState(state: unknown): RedrawState | undefined {
  return RedrawState.safeParse(state).data;
}

/** Returns the stage of a type of ad that draws from a brief. */
export function drawingStage(type: string): StageDefinition | undefined {
  return stagesOf(type).findLast(({ redraw }) => redraw !== undefined);
}

function requestedRedraw({ metadata }: AdJob): number | undefined {
  const text = metadata.annotations?.[redrawAnnotation] ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
