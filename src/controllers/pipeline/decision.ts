import type { LedgerPosition } from '../../ledger/port.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import type { StageInput } from '../../stages/contract.ts';

/** Everything that one pass does. `apply` takes the slots in the order in which they stand here. */
export interface Decision {
  /** Attempts to start. They start before the status names them, so that a lost write repeats nothing. */
  launches: readonly LaunchOrder[];
  /** Desired status. The slots below are applied only after it was accepted. */
  status: AdJobStatus;
  events: readonly JobEvent[];
  metrics: readonly Measurement[];
  stops: Stop | undefined;
  /** Change of the object outside its status. */
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

/** Without `only`, every attempt is stopped. With it, only these are, and the job continues. */
export interface Stop {
  only?: readonly AttemptNumber[];
}

/** `cancel`: sets `spec.cancel`. `retiredAt`: sets the annotation with the position at which the charge was retired. */
export type ObjectPatch = { cancel: true } | { retiredAt: LedgerPosition };

/** Calls of the ledger, in the order in which they are made. */
export interface Money {
  /** Closes the hold: `settle` after SUCCESS, `release` after any other end. */
  close?: 'settle' | 'release';
  dropIntent?: true;
  retire?: true;
  /** Reports to the ledger that the object carries this position. */
  confirmRetirement?: LedgerPosition;
  /** Asks the accounts controller to copy the ledger's position into the account. */
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

/** End of an attempt, as the metrics name it. */
type StageOutcome = 'done' | 'permanent' | 'failed' | 'disrupted';

/** Desired status with its Events and metrics, while it is being computed. */
export type StatusBuilder = Pick<Decision, 'status' | 'events' | 'metrics'>;

/** Returns a decision that does only what is given. */
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
