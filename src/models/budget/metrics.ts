import { Gauge, type Registry } from 'prom-client';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { budgetFor, type ModelsConfig } from '../config/models-file.ts';
import { BudgetUnavailable, type BudgetUse, type ModelBudget } from './port.ts';

export interface BudgetMetricsOptions {
  models: ModelsConfig;
  /** All accounts of the installation. Accounts without a budget are omitted. */
  accounts: () => Iterable<ObjectKey>;
  budget: Pick<ModelBudget, 'used'>;
  /**
   * Maximum number of time series of each metric. The values of all further accounts are added up under the label
   * `other`.
   */
  seriesMax?: number;
}

/** Returns an amount for each account, in millionths of a US dollar, or undefined if the amounts are not known. */
type Amounts = (accounts: readonly ObjectKey[]) => Promise<number[] | undefined>;

const other = 'other';
const microUsdPerUsd = 1_000_000;

/**
 * Registers metrics by account of the budgets for models, unless no budget is configured. Their values are computed at
 * each scrape. Call this function once per registry, and only on the leader, because every process would export the same
 * values.
 */
export function createBudgetMetrics(registry: Registry, options: BudgetMetricsOptions): void {
  const { models, accounts, budget, seriesMax = 1_000 } = options;
  const budgets = [models, ...models.accounts.values()].map(({ budgetMicroUsd }) => budgetMicroUsd ?? null);
  if (budgets.every((one) => one === null)) return;
  const limitOf = (account: ObjectKey): number | null => budgetFor(models, keyText(account));
  const gauge = (name: string, help: string, amounts: Amounts): Gauge<'account'> =>
    new Gauge({
      ...{ name, help, labelNames: ['account'], registers: [registry] },
      async collect() {
        this.reset();
        const limited = [...accounts()].filter((account) => limitOf(account) !== null);
        for (const [at, microUsd] of ((await amounts(limited)) ?? []).entries()) {
          const account = limited[at];
          const label = account === undefined || at >= seriesMax ? other : keyText(account);
          this.inc({ account: label }, microUsd / microUsdPerUsd);
        }
      },
    });
  const used =
    (amount: keyof BudgetUse): Amounts =>
    async (limited) =>
      (await budget.used(limited).catch(ignoreUnavailable))?.map((use) => use[amount]);
  gauge('adwright_model_budget_usd', 'Budget of the account for models, for a UTC day.', (limited) =>
    Promise.resolve(limited.map((account) => limitOf(account) ?? 0)),
  );
  gauge('adwright_model_spent_usd', 'Money spent on models today (UTC).', used('spentMicroUsd'));
  gauge(
    'adwright_model_reserved_usd',
    'Money reserved for models of unfinished stages today (UTC).',
    used('reservedMicroUsd'),
  );
}

/** The other metrics can be scraped while the store of the budgets is unavailable. */
function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof BudgetUnavailable)) throw error;
}
