import { accountOfRow } from '../../../domain/audit-row.ts';
import type { AuditFilter, AuditRow } from '../../../audit-log/port.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import type { Faults } from '../../forms/read-form.ts';
import { texts } from '../../texts/texts.ts';
import type { Viewer } from '../../viewer.ts';

const { faults: sentences } = texts.audit;

export const filterNames = ['actor', 'action', 'target', 'from', 'to'] as const;
export type FilterName = (typeof filterNames)[number];

/** A filter as it was given in an address. The filter must not be used if it has faults. */
interface GivenFilter {
  filter: AuditFilter;
  /** The texts as given, so that a wrong one can be shown and corrected. */
  given: Partial<Record<FilterName, string>>;
  faults: Faults;
}

const lengthMax = 200;
const day = /^\d{4}-\d\d-\d\d$/;
const minute = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/;

/** Reads the filter of an address. An owner sees the rows of own accounts only, whatever the address says. */
export function filterOf(query: URLSearchParams, { actor }: Pick<Viewer, 'actor'>): GivenFilter {
  const given = givenIn(query);
  const [from, to] = [timesOf(given.from)?.first, timesOf(given.to)?.last];
  const faults = { ...timeFaults(given, from, to), ...textFaults(query) };
  const { actor: who, action, target } = given;
  return { filter: { ...{ actor: who, action, target, from, to }, ...seenBy(actor) }, given, faults };
}

function givenIn(query: URLSearchParams): GivenFilter['given'] {
  const texts = filterNames.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function textFaults(query: URLSearchParams): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const name of filterNames) {
    if ((query.get(name)?.length ?? 0) > lengthMax) faults[name] = sentences.long(lengthMax);
    if (query.getAll(name).length > 1) faults[name] = sentences.twice;
  }
  return faults;
}

function timeFaults(given: GivenFilter['given'], from: Date | undefined, to: Date | undefined): Record<string, string> {
  return {
    ...(from !== undefined && to !== undefined && to < from && { to: sentences.order }),
    ...(given.from !== undefined && from === undefined && { from: sentences.time }),
    ...(given.to !== undefined && to === undefined && { to: sentences.time }),
  };
}

function seenBy(actor: Viewer['actor']): Pick<AuditFilter, 'isSeen'> {
  if (actor.kind === 'role') return {};
  return {
    isSeen: (row) => {
      const account = accountOfRow(row);
      return account !== undefined && maySeeAccount(actor, account);
    },
  };
}

/**
 * Returns a row as a person may see it. An owner does not see from where staff act, in which session and in which
 * groups they are.
 */
export function rowFor({ actor: viewer }: Pick<Viewer, 'actor'>, row: AuditRow): AuditRow {
  if (viewer.kind === 'role') return row;
  const { groups: _, session: __, ...actor } = row.actor;
  return { ...row, actor, source: {} };
}

/** Returns the first and last moment of a day, minute or second in UTC. Returns undefined for any other text. */
function timesOf(text: string | undefined): { first: Date; last: Date } | undefined {
  const bare = text?.replace(/Z$/, '') ?? '';
  const isDay = day.test(bare);
  if (!isDay && !minute.test(bare)) return undefined;
  const first = new Date(isDay ? `${bare}T00:00:00Z` : `${bare.replace(' ', 'T')}Z`);
  // A day that the month does not have, such as 30 February, would count as one of the next month.
  if (Number.isNaN(first.getTime()) || !first.toISOString().startsWith(bare.slice(0, 10))) return undefined;
  const lengthMs = isDay ? 86_400_000 : bare.length > 16 ? 1_000 : 60_000;
  return { first, last: new Date(first.getTime() + lengthMs - 1) };
}
