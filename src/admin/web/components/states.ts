import type { DeliveryAttempt, DeliveryStatus, JobPhase, StageState } from '../../../schema/adjob.ts';
import { texts } from '../../texts/texts.ts';
import { html, type Html } from '../html.ts';
import { badge, type Tone } from './parts.ts';

const { states } = texts;

const phaseTones: Record<JobPhase, Tone> = { PENDING: 'neutral', PROCESSING: 'busy', SUCCESS: 'good', FAILED: 'bad' };

export const stageTones: Record<StageState, Tone> = {
  Pending: 'neutral',
  Running: 'busy',
  Succeeded: 'good',
  Failed: 'bad',
  Skipped: 'neutral',
};

const deliveryTones: Record<DeliveryStatus['state'], Tone> = {
  pending: 'busy',
  delivered: 'good',
  gave_up: 'bad',
  gone: 'bad',
  abandoned: 'warning',
};

const attemptTones: Record<DeliveryAttempt['outcome'], Tone> = { delivered: 'good', failed: 'bad', gone: 'bad' };

/** Phase of a job. The word of the API is in the tooltip. */
export function phaseBadge(phase: JobPhase): Html {
  return html`<span title="${phase}">${badge(phaseTones[phase], states.phases[phase])}</span>`;
}

export function stageBadge(state: StageState): Html {
  return badge(stageTones[state], states.stages[state]);
}

export function deliveryBadge(state: DeliveryStatus['state']): Html {
  return badge(deliveryTones[state], states.deliveries[state]);
}

export function attemptBadge(outcome: DeliveryAttempt['outcome']): Html {
  return badge(attemptTones[outcome], states.deliveryAttempts[outcome]);
}
