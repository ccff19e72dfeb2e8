import type { LedgerPosition } from '../../ledger/port.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import type { StageInput } from '../../schema/stage-contract.ts';

/** Everything that one pass does. `apply` carries out the fields in the order in which they are declared here. */
export interface Decision {
  /**
   * Attempts (runs of a stage) to start. They start before the status records them, so that a lost status write causes
   * no second start.
   */
  launches: readonly LaunchOrder[];
  /** Desired status. The fields below are applied only after the status write was accepted. */
  status: AdJobStatus;
  events: readonly JobEvent[];
  metrics: readonly Measurement[];
  stops: Stop | undefined;
  /** Change of the AdJob outside its status. */
  patch: ObjectPatch | undefined;
  money: Money;
  deletion: Deletion;
  finalizer: 'add' | 'remove' | undefined;
  /** Latest delay until the next pass, in milliseconds. Undefined: the next pass needs a watch event. */
  requeueAfterMs: number | undefined;
}

export interface LaunchOrder extends AttemptNumber {
  earlier: StageInput['earlier'];
}

/**
 * Attempts to stop. Without `only`, every attempt of the job is stopped. With `only`, the listed attempts are stopped
 * and the job continues.
 */
export interface Stop {
  only?: readonly AttemptNumber[];
}

/**
 * Change of an AdJob. `cancel`: sets `spec.cancel`. `retiredAt`: sets the annotation with the ledger position at which
 * the charge was retired.
 */
export type ObjectPatch = { cancel: true } | { retiredAt: LedgerPosition };

/** Ledger calls of a decision, in the order in which they are made. */
export interface Money {
  /** Closes the hold: `settle` (with a charge) after SUCCESS, `release` (without a charge) after any other outcome. */
  close?: 'settle' | 'release';
  dropIntent?: true;
  retire?: true;
  /** Reports to the ledger that the AdJob now records this ledger position as its retirement. */
  confirmRetirement?: LedgerPosition;
  /** Asks the accounts controller to copy the ledger position into the account's status. */
  expectCopy?: true;
}

export interface Deletion {
  files?: true;
  object?: true;
}

export interface JobEvent {
  type: 'Normal' | 'Warning';
  reason: EventReason;
  message: string;
}

type EventReason =
  | 'Started'
  | 'LaunchRefused'
  | 'Suspended'
  | 'Resumed'
  | 'StageRetried'
  | 'StageFailed'
  | 'BrandNotRead'
  | 'Succeeded'
  | 'Failed';

export type Measurement =
  | { kind: 'stage'; stage: string; outcome: StageOutcome; seconds: number }
  | { kind: 'onboarding'; outcome: 'read' | 'not_read'; reason: string }
  | { kind: 'job'; status: 'SUCCESS' | 'FAILED'; seconds: number };

/** Outcome of an attempt, as the metrics name it. */
type StageOutcome = 'done' | 'permanent' | 'failed' | 'disrupted';

/** Desired status with its Events and metrics, while it is being computed. */
export type StatusBuilder = Pick<Decision, 'status' | 'events' | 'metrics'>;

/** Returns a decision that contains only the given fields; all others are empty. */
export function decision(slots: Partial<Decision> & Pick<Decision, 'status'>): Decision {
  return {
    launches: [],
    events: [],
    metrics: [],
    stops: undefined,
    patch: undefined,
    money: {},
    deletion: {},
    finalizer: undefined,
    requeueAfterMs: undefined,
    ...slots,
  };
}

/** Returns the builder with one more Event. */
export function withEvent(builder: StatusBuilder, event: JobEvent): StatusBuilder {
  return { ...builder, events: [...builder.events, event] };
}
