import type { StagePlan } from '../../models/config/stage-plan.ts';
import type { StageInput } from '../../schema/stage-contract.ts';

/** Models that an attempt may call. */
export interface StageModels {
  plan: StagePlan;
  input: NonNullable<StageInput['models']>;
  /** Inputs with the calls of earlier attempts: their names and keys in the artifact store. */
  earlier: (readonly [string, string])[];
}

/**
 * State of the reservations of a job for models. `owed`: the store of the budgets did not respond when a stage ended.
 */
export type ReservationState = 'owed' | 'returned';
