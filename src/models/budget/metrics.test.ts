import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { ObjectKey } from '../../objects/object-key.ts';
import { noModels, readModels, type ModelsConfig } from '../config/models-file.ts';
import { createBudgetMetrics, type BudgetMetricsOptions } from './metrics.ts';
import { BudgetUnavailable } from './port.ts';

const object = (name: string): ObjectKey => ({ namespace: 'ads', name });

function modelsOf(parsed: unknown): ModelsConfig {
  const { config, problems } = readModels(parsed, (path) => path);
  if (config === null) throw new Error(JSON.stringify(problems));
  return config;
}

/** A budget of 25 dollars a day for every account. */
const limited = modelsOf({ budget: { usdPerDay: 25 } });

/** Every account has spent 1.5 dollars and reserved 0.25. */
const used: BudgetMetricsOptions['budget']['used'] = (accounts) =>
  Promise.resolve(accounts.map(() => ({ spentMicroUsd: 1_500_000, reservedMicroUsd: 250_000 })));

function registryOf(options: Partial<BudgetMetricsOptions>): Registry {
  const registry = new Registry();
  createBudgetMetrics(registry, { models: limited, accounts: () => [object('acme')], budget: { used }, ...options });
  return registry;
}

async function scrape(options: Partial<BudgetMetricsOptions>): Promise<string[]> {
  const text = await registryOf(options).metrics();
  return text.split('\n').filter((line) => line.startsWith('adwright'));
}

test('an account has three budget metrics in dollars', async () => {
  expect(await scrape({})).toEqual([
    'adwright_model_budget_usd{account="ads/acme"} 25',
    'adwright_model_spent_usd{account="ads/acme"} 1.5',
    'adwright_model_reserved_usd{account="ads/acme"} 0.25',
  ]);
});

test('repeated scrapes return the same values', async () => {
  const registry = registryOf({});
  expect(await registry.metrics()).toBe(await registry.metrics());
});

test('no metrics are registered without a budget', async () => {
  expect(await registryOf({ models: noModels }).metrics()).toBe('\n');
});

test('only accounts with a budget have metrics', async () => {
  const models = modelsOf({ accounts: { 'ads/b': { budget: { usdPerDay: 3 } }, 'ads/c': { image: [] } } });
  const lines = await scrape({ models, accounts: () => ['a', 'b', 'c'].map(object) });
  expect(lines).toEqual([
    'adwright_model_budget_usd{account="ads/b"} 3',
    'adwright_model_spent_usd{account="ads/b"} 1.5',
    'adwright_model_reserved_usd{account="ads/b"} 0.25',
  ]);
});

test('accounts over the limit of series are added up as other', async () => {
  const lines = await scrape({ accounts: () => ['a', 'b', 'c'].map(object), seriesMax: 1 });
  expect(lines).toEqual([
    'adwright_model_budget_usd{account="ads/a"} 25',
    'adwright_model_budget_usd{account="other"} 50',
    'adwright_model_spent_usd{account="ads/a"} 1.5',
    'adwright_model_spent_usd{account="other"} 3',
    'adwright_model_reserved_usd{account="ads/a"} 0.25',
    'adwright_model_reserved_usd{account="other"} 0.5',
  ]);
});

test('an unavailable store leaves the metric of the budgets', async () => {
  const budget = { used: () => Promise.reject(new BudgetUnavailable('It is away.')) };
  expect(await scrape({ budget })).toEqual(['adwright_model_budget_usd{account="ads/acme"} 25']);
});
