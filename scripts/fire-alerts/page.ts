import type { Outcome } from './fault.ts';

const header = ['alert', 'fault', 'fired after', 'shown by its runbook', 'ended by', 'ended after'];

/** Returns a table of the outcomes, one row for each alert. Rows of `before` whose alerts have no outcome remain. */
export function table(outcomes: readonly Outcome[], before = ''): string {
  const seconds = (value: number | undefined) => (value === undefined ? 'no' : `${Math.round(value)} s`);
  const rows = outcomes.map(({ alert, fault, firedSeconds, isShown, mend, endedSeconds }) => [
    `\`${alert}\``,
    fault,
    seconds(firedSeconds),
    isShown ? 'yes' : 'no',
    mend,
    seconds(endedSeconds),
  ]);
  const text = new Map([...before.matchAll(/^\| (`\w+`) .*$/gm)].map(([row, alert = '']) => [alert, row]));
  for (const row of rows) text.set(row[0] ?? '', line(row));
  const sorted = [...text].toSorted(([a], [b]) => a.localeCompare(b)).map(([, row]) => row);
  return [line(header), line(header.map(() => '---')), ...sorted].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

export function isGood({ firedSeconds, isShown, endedSeconds }: Outcome): boolean {
  return firedSeconds !== undefined && isShown && endedSeconds !== undefined;
}
