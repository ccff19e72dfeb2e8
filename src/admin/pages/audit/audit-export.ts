import { Readable } from 'node:stream';
import type { AuditRow } from '../../../audit-log/port.ts';
import { jsonText } from '../../../domain/json-text.ts';
import type { Answer } from '../../../http/answer.ts';
import type { sessionSignal } from '../../session-signal.ts';
import { csvLine } from './csv.ts';

const formats = {
  csv: { type: 'text/csv; charset=utf-8; header=present', linesOf: csvLines },
  jsonl: { type: 'application/jsonl; charset=utf-8', linesOf: jsonLines },
};
export type Format = keyof typeof formats;

export function isFormat(text: string): text is Format {
  return Object.hasOwn(formats, text);
}

/**
 * Returns rows as a file. The rows are read while the file is sent, so that any number of rows needs little memory. The
 * first row is read before the response begins, so that a log that cannot be read fails the request. When the signal
 * that `open` returns aborts, the connection is closed, so that the file is not taken for a whole one.
 */
export async function exportOf(
  rows: AsyncIterable<AuditRow>,
  { format, now, open }: { format: Format; now: Date; open: () => ReturnType<typeof sessionSignal> },
): Promise<Answer> {
  const { type, linesOf } = formats[format];
  const reader = rows[Symbol.asyncIterator]();
  const first = await reader.next();
  const { signal, end } = open();
  const source = Readable.from(linesOf(continued(first, reader, end)));
  signal.addEventListener('abort', () => source.destroy());
  const file = `audit-log-${now.toISOString().slice(0, 10)}.${format}`;
  const headers = {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${file}"`,
    'Cache-Control': 'no-store',
  };
  return { kind: 'stream', status: 200, headers, source };
}

async function* continued(first: IteratorResult<AuditRow, unknown>, rest: AsyncIterator<AuditRow>, end: () => void) {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    end();
    await rest.return?.();
  }
}

const columns: readonly [string, (row: AuditRow) => string | number | undefined][] = [
  ['time', ({ time }) => time],
  ['id', ({ id }) => id],
  ['actor_kind', ({ actor }) => actor.kind],
  ['actor_subject', ({ actor }) => actor.subject],
  ['actor_name', ({ actor }) => actor.name],
  ['actor_groups', ({ actor }) => actor.groups?.join(' ')],
  ['actor_stated', ({ actor }) => (actor.isStated === true ? 'true' : undefined)],
  ['session', ({ actor }) => actor.session],
  ['ip', ({ source }) => source.ip],
  ['user_agent', ({ source }) => source.userAgent],
  ['request_id', ({ source }) => source.requestId],
  ['action', ({ action }) => action],
  ['count', ({ count }) => count],
  ['target_kind', ({ target }) => target?.kind],
  ['target_namespace', ({ target }) => target?.namespace],
  ['target_name', ({ target }) => target?.name],
  ['target_uid', ({ target }) => target?.uid],
  ['target_hint', ({ target }) => target?.hint],
  ['target_account', ({ target }) => target?.account],
  ['before', ({ before }) => before && jsonText(before)],
  ['after', ({ after }) => after && jsonText(after)],
  ['outcome', ({ outcome }) => outcome],
  ['reason', ({ reason }) => reason],
];

async function* csvLines(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const row of rows) yield csvLine(columns.map(([, valueOf]) => valueOf(row)));
}

async function* jsonLines(rows: AsyncIterable<AuditRow>): AsyncGenerator<string> {
  for await (const row of rows) yield `${jsonText(row)}\n`;
}
