import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isGood, table } from '../../scripts/fire-alerts/page.ts';
import { shortened, shortenedRules } from '../../scripts/fire-alerts/rules.ts';

test.each([
  ['5m', '10000ms'],
  ['1h', '120000ms'],
  ['1d', '2880000ms'],
  ['0m', '0ms'],
])('%s is shortened to %s', (duration, wanted) => {
  expect(shortened(duration)).toBe(wanted);
});

test('windows and "for" are shortened, and thresholds are not', () => {
  const rule = { alert: 'A', for: '2m', expr: 'max(increase(x{a="b"}[15m])) > 300' };
  expect(shortenedRules([{ name: 'g', rules: [rule] }])).toEqual([
    { name: 'g', rules: [{ alert: 'A', for: '4000ms', expr: 'max(increase(x{a="b"}[30000ms])) > 300' }] },
  ]);
});

test('three restarts fit into the window of their alert', () => {
  const rule = { alert: 'AdwrightRestarting', for: '0m', expr: 'changes(x[15m]) > 2' };
  expect(shortenedRules([{ name: 'g', rules: [rule] }])).toMatchObject([
    { rules: [{ expr: 'changes(x[90000ms]) > 2' }] },
  ]);
});

const outcome = {
  ...{ alert: 'AdwrightDown', fault: 'none runs', mend: 'start one', isShown: true, problem: '', transcript: '' },
  ...{ firedSeconds: 12.4, endedSeconds: 3.6 },
};

test('the rows of a run replace those of the same alerts, and other rows remain', () => {
  const before = table([
    { ...outcome, fault: 'old' },
    { ...outcome, alert: 'AdwrightRestarting' },
  ]);
  const rows = table([outcome], before).split('\n').slice(2);
  expect(rows).toEqual([
    '| `AdwrightDown` | none runs | 12 s | yes | start one | 4 s |',
    '| `AdwrightRestarting` | none runs | 12 s | yes | start one | 4 s |',
  ]);
});

test.each([
  ['did not fire', { firedSeconds: undefined }],
  ['did not end', { endedSeconds: undefined }],
  ['was not shown by its runbook', { isShown: false }],
])('an alert that %s is no success', (_, change) => {
  expect([isGood(outcome), isGood({ ...outcome, ...change })]).toEqual([true, false]);
});

test('the documentation has a row for each alert of the chart', () => {
  const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const alerts = read('charts/adwright/templates/monitoring/_alerts.tpl').matchAll(/^- alert: (\w+)/gm);
  const rows = read('docs/guide/alerts.md').matchAll(/^\| `(\w+)` /gm);
  const names = (found: Iterable<RegExpExecArray>) => Array.from(found, ([, name]) => name).toSorted();
  expect(names(rows)).toEqual(names(alerts));
});
