import { accountOfRow } from '../../../domain/audit-row.ts';
import type { AuditFilter, AuditRow } from '../../../audit-log/port.ts';
import { maySeeAccount } from '../../../operations/actor.ts';
import {
  checkOrder,
  readAddress,
  readEndTime,
  readText,
  readTime,
  type ReadAddress,
  type Readers,
} from '../../forms/address-values.ts';
import type { Viewer } from '../../viewer.ts';

/** Filter of the audit log in an address. */
export type ShownFilter = Pick<AuditFilter, 'actor' | 'action' | 'target' | 'from' | 'to'>;

const readers: Readers<ShownFilter> = {
  ...{ actor: readText, action: readText, target: readText },
  ...{ from: readTime, to: readEndTime },
};

/** Reads the filter of an address. A broken value is reported and does not apply; the others apply. */
export function readAuditFilter(query: URLSearchParams): ReadAddress<ShownFilter> {
  const read = readAddress(query, readers);
  checkOrder(read);
  return read;
}

/** Returns the filter for the rows that a person may see: an owner sees the rows of own accounts only. */
export function seenBy({ actor }: Pick<Viewer, 'actor'>): Pick<AuditFilter, 'isSeen'> {
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
