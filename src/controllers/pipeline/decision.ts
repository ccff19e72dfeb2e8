import type { RedrawState } from '../../domain/redraw.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { AttemptNumber } from '../../launch/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';
import type { StageInput } from '../../schema/stage-contract.ts';
import type { RedrawSource } from './stage-input.ts';

/** Everything that one reconcile of a job does. `apply` carries out the fields in the order of their declaration. */
export interface Decision {
  /**
   * Attempts to start. They start before the status records them, so that a lost status write causes no second start.
   */
  launches: readonly LaunchOrder[];
  /**
   * Status to write to the AdJob. If the API server rejects this write, the fields of `Decision` that are declared
   * after `status` are not applied.
   */
  status: AdJobStatus;
  events: readonly JobEvent[];
  metrics: readonly Measurement[];
  stops: Stop | undefined;
  patch: ObjectPatch | undefined;
  money: Money;
  deletion: Deletion;
  finalizer: 'add' | 'remove' | undefined;
  /**
   * Maximum delay in milliseconds before the next reconcile. Undefined means that only a watch event triggers the next
   * reconcile.
   */
  requeueAfterMs: number | undefined;
}

export interface LaunchOrder extends AttemptNumber {
  earlier: StageInput['earlier'];
  /** Stage and brief of the finished job, if the launch is a redraw. */
  redraw?: RedrawSource;
}

/**
 * Attempts to stop. With `only`, the listed attempts are stopped and the job continues. Without `only`, every attempt
 * of the job is stopped.
 */
export interface Stop {
  only?: readonly AttemptNumber[];
}

/**
 * Change of an AdJob outside its status. `cancel` sets `spec.cancel`. `retiredAt` sets the annotation with the ledger
 * position (epoch and sequence number) from which the account's total of charges of deleted jobs includes the charge of
 * this job. `redraw` sets the annotation with the state of the redraw that an operator requested.
 */
export type ObjectPatch = { cancel: true } | { retiredAt: LedgerPosition } | { redraw: RedrawState };

/** Ledger calls that one reconcile of a job makes, in the order in which the fields are declared. */
export interface Money {
  /**
   * Ends the reservation of the job's credits: `settle` charges them after SUCCESS, and `release` frees them after any
   * other outcome.
   */
  close?: 'settle' | 'release';
  dropIntent?: true;
  retire?: true;
  /**
   * Reports to the ledger that the AdJob now records the ledger position (epoch and sequence number) from which the
   * account's total of charges of deleted jobs includes the job's charge.
   */
  confirmRetirement?: LedgerPosition;
  /** Asks the accounts controller to copy the ledger position (epoch and sequence number) into the account's status. */
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
  | 'StageWaiting'
  | 'StageRetried'
  | 'StageFailed'
  | 'BrandNotRead'
  | 'Succeeded'
  | 'Failed'
  | 'RanBefore';

export type Measurement =
  | { kind: 'stage'; stage: string; outcome: StageOutcome; seconds: number }
  | { kind: 'onboarding'; outcome: 'read' | 'not_read'; reason: string }
  | { kind: 'models'; calls: ModelCallsStatus }
  /** Seconds from the acceptance of a job to the launch of its first stage. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'job'; status: 'SUCCESS' | 'FAILED'; seconds: number };

export const stageOutcomes = ['done', 'permanent', 'failed', 'disrupted'] as const;
type StageOutcome = (typeof stageOutcomes)[number];

export type StatusBuilder = Pick<Decision, 'status' | 'events' | 'metrics'>;

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

export function withEvent(builder: StatusBuilder, event: JobEvent): StatusBuilder {
  return { ...builder, events: [...builder.events, event] };
}
