import Table from 'cli-table3';
import { stringify } from 'yaml';
import type { CommandContext } from './context.ts';

export type OutputFormat = 'table' | 'json' | 'yaml';

export type Column<Row> = readonly [title: string, cell: (row: Row) => string | number | undefined];

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'mid', 'left', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((part) => [part, '']),
);

export function print<Row>(
  context: Pick<CommandContext, 'out'>,
  format: OutputFormat,
  rows: Row | readonly Row[],
  columns: readonly Column<Row>[],
): void {
  if (format === 'json') context.out(`${JSON.stringify(rows, null, 2)}\n`);
  else if (format === 'yaml') context.out(stringify(rows));
  else context.out(renderTable(isList(rows) ? rows : [rows], columns));
}

function isList<Row>(rows: Row | readonly Row[]): rows is readonly Row[] {
  return Array.isArray(rows);
}

function renderTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const table = new Table({
    head: columns.map(([title]) => title.toUpperCase()),
    chars: { ...noBorders, middle: '   ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) table.push(columns.map(([, cell]) => String(cell(row) ?? '-')));
  return `${table.toString().replace(/ +$/gm, '')}\n`;
}

export function age(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}
