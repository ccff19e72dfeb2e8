import { expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { RateLimiterUnavailable, type Counted } from '../../ratelimit/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import { windowDefaults } from '../../schema/apikey.ts';
import { createAccountMetrics, type AccountMetricsOptions } from './metrics.ts';

const object = (name: string): ObjectKey => ({ namespace: 'ads', name });
const balance = { granted: 100, reserved: 5, spent: 30, retired: 10, retiring: [], available: 65 };
const keyOf = (name: string) => ({ key: object(`${name}-key`), account: object(name) });

async function scrape(options: Partial<AccountMetricsOptions>): Promise<string[]> {
  const registry = new Registry();
  const limiter = { used: (counted: readonly Counted[]) => Promise.resolve(counted.map(() => 0)) };
  createAccountMetrics(registry, { balances: () => [], keys: () => [], limiter, windowDefaults, ...options });
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('adwright'));
}

test('an account has four credit metrics', async () => {
  expect(await scrape({ balances: () => [{ account: object('acme'), balance }] })).toEqual([
    'adwright_credits_available{account="ads/acme"} 65',
    'adwright_credits_reserved{account="ads/acme"} 5',
    'adwright_credits_granted_total{account="ads/acme"} 100',
    'adwright_credits_spent_total{account="ads/acme"} 30',
  ]);
});

test('repeated scrapes return the same values', async () => {
  const registry = new Registry();
  const limiter = { used: () => Promise.resolve([]) };
  createAccountMetrics(registry, {
    balances: () => [{ account: object('acme'), balance }],
    keys: () => [],
    limiter,
    windowDefaults,
  });
  expect(await registry.metrics()).toBe(await registry.metrics());
});

test('accounts over the limit are added up as other', async () => {
  const balances = () => ['a', 'b', 'c', 'd'].map((name) => ({ account: object(name), balance }));
  const lines = await scrape({ balances, seriesMax: 2 });
  expect(lines.filter((line) => line.startsWith('adwright_credits_spent_total'))).toEqual([
    'adwright_credits_spent_total{account="ads/a"} 30',
    'adwright_credits_spent_total{account="ads/b"} 30',
    'adwright_credits_spent_total{account="other"} 60',
  ]);
});

test('the limit is a thousand series for each metric', async () => {
  const balances = () => Array.from({ length: 1_002 }, (_, at) => ({ account: object(`account-${at}`), balance }));
  const lines = (await scrape({ balances })).filter((line) => line.startsWith('adwright_credits_reserved'));
  expect([lines.length, lines.at(-1)]).toEqual([1_001, 'adwright_credits_reserved{account="other"} 10']);
});

test('only used rate limit windows are shown, and those over the limit are added up as other', async () => {
  const used = ({ key, window }: Counted) => (window === 'job-read' && key.name !== 'b-key' ? 7 : 0);
  const limiter = { used: (counted: readonly Counted[]) => Promise.resolve(counted.map(used)) };
  const limited = (name: string) => ({ ...keyOf(name), limits: { jobReadsPerMinute: 5 } });
  expect(await scrape({ keys: () => ['a', 'b', 'c', 'd'].map(limited), limiter, seriesMax: 1 })).toEqual([
    'adwright_rate_limit{account="ads/a",key="ads/a-key",endpoint="job-read"} 5',
    'adwright_rate_limit{account="other",key="other",endpoint="job-read"} 10',
    'adwright_rate_limit_used{account="ads/a",key="ads/a-key",endpoint="job-read"} 7',
    'adwright_rate_limit_used{account="other",key="other",endpoint="job-read"} 14',
  ]);
});

test('an unavailable counter store does not affect other metrics', async () => {
  const limiter = { used: () => Promise.reject(new RateLimiterUnavailable('It is away.')) };
  const lines = await scrape({
    keys: () => [keyOf('a')],
    balances: () => [{ account: object('a'), balance }],
    limiter,
  });
  expect(lines).toHaveLength(4);
});
