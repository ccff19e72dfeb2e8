import type { ObjectKey } from '../../objects/object-key.ts';

/** Money reserved for the models of one stage of a job, in millionths of a US dollar. */
export interface BudgetReservation {
  account: ObjectKey;
  /** Id of the job and name of the stage. All attempts of the stage share the reservation. */
  jobId: string;
  stage: string;
}

export interface BudgetUse {
  spentMicroUsd: number;
  reservedMicroUsd: number;
}

/**
 * Budgets of accounts for models, by UTC day of the store's clock. Throws `BudgetUnavailable` if the store does not
 * respond; the outcome of the call is then unknown, and the call can be repeated.
 */
export interface ModelBudget {
  /**
   * Reserves money for a stage, as far as the budget of today allows: at most `wantedMicroUsd`, and never more than what
   * is left of `limitMicroUsd`. Returns the reserved amount. A repeated call returns the amount of the first, also on the
   * next day and also after `settle`.
   *
   * Guarantee: money that is spent or reserved by an account on one day never exceeds the limit, also with concurrent
   * calls of several controllers.
   */
  reserve(reservation: BudgetReservation, amounts: { wantedMicroUsd: number; limitMicroUsd: number }): Promise<number>;
  /**
   * Ends a reservation. The spent money stays counted on the day of the reservation, and the rest is available again.
   * Only the first call counts. Does nothing if there is no such reservation.
   */
  settle(reservation: BudgetReservation, spentMicroUsd: number): Promise<void>;
  /** Returns what accounts have spent and reserved today, in the order of `accounts`. */
  used(accounts: readonly ObjectKey[]): Promise<BudgetUse[]>;
}

export class BudgetUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BudgetUnavailable';
  }
}
