import { z } from 'zod';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { RedisFailure, type RedisConnection } from '../../redis/connection.ts';
import { BudgetUnavailable, type BudgetReservation, type BudgetUse, type ModelBudget } from './port.ts';

/**
 * Folder with the Lua scripts of the budgets. The program always reads the scripts from `src`, because the build does
 * not copy them to `dist`.
 */
const scripts = new URL('../../../src/models/budget/lua/', import.meta.url);

const UsedAnswer = z.tuple([z.array(z.number()), z.array(z.number())]);

/**
 * Maximum number of accounts that one script call reads. The number is limited because Redis runs no other command while
 * a script runs.
 */
const accountsAtOnce = 500;

/**
 * Budgets for models in one Redis, by the clock of the Redis server. If Redis loses its data, the budgets of the day
 * start again.
 *
 * - `budget:<namespace>/<name>:<day>`: hash with the money that the account has spent and reserved on a day since 1970.
 * - `budget-stage:<namespace>/<name>/<job id>/<stage>`: hash with the day and the amount of a reservation, and `settled`
 *   after `settle`.
 *
 * Both expire three days after the last reservation.
 */
export class RedisModelBudget implements ModelBudget {
  readonly #connection: RedisConnection;

  /** The budget does not close `connection`; the caller must do so. */
  constructor(connection: RedisConnection) {
    connection.define(scripts);
    this.#connection = connection;
  }

  async reserve(
    reservation: BudgetReservation,
    { wantedMicroUsd, limitMicroUsd }: { wantedMicroUsd: number; limitMicroUsd: number },
  ): Promise<number> {
    const keys = this.#keys(reservation);
    return z.number().parse(await this.#run('budget-reserve', ...keys, wantedMicroUsd, limitMicroUsd));
  }

  async settle(reservation: BudgetReservation, spentMicroUsd: number): Promise<void> {
    await this.#run('budget-settle', ...this.#keys(reservation), spentMicroUsd);
  }

  async used(accounts: readonly ObjectKey[]): Promise<BudgetUse[]> {
    const uses: BudgetUse[] = [];
    for (let from = 0; from < accounts.length; from += accountsAtOnce) {
      const days = accounts.slice(from, from + accountsAtOnce).map((account) => this.#days(account));
      const [spent, reserved] = UsedAnswer.parse(await this.#run('budget-used', days.length, ...days));
      uses.push(...days.map((_, i) => ({ spentMicroUsd: spent[i] ?? 0, reservedMicroUsd: reserved[i] ?? 0 })));
    }
    return uses;
  }

  #keys({ account, jobId, stage }: BudgetReservation): [string, string] {
    return [`${this.#connection.prefix}budget-stage:${keyText(account)}/${jobId}/${stage}`, this.#days(account)];
  }

  #days(account: ObjectKey): string {
    return `${this.#connection.prefix}budget:${keyText(account)}:`;
  }

  async #run(script: string, ...args: (string | number)[]): Promise<unknown> {
    try {
      return await this.#connection.run(script, ...args);
    } catch (error) {
      if (!(error instanceof RedisFailure)) throw error;
      throw new BudgetUnavailable(error.message, { cause: error });
    }
  }
}
