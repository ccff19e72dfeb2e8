import { isEndPhase } from '../../domain/terminal.ts';
import { deliveryStates } from '../../schema/adjob.ts';
import {
  readAddress,
  readChoice,
  readName,
  readText,
  readTime,
  type ReadAddress,
  type Readers,
} from './address-values.ts';
import type { JobRow, RowDelivery } from './job-row.ts';

/** States of a callback in the filter. `failed`: the delivery has ended without success. */
export const stateFilters = [...deliveryStates, 'failed', 'overdue'] as const;

/** Which callbacks a list shows. An absent field applies to all callbacks. */
export interface DeliveryFilter {
  state: (typeof stateFilters)[number];
  /** Name of an account, alone or after its namespace and a slash. */
  account: string;
  /** Part of the host and port of the receiver. */
  host: string;
  /** Part of the brand or product, or start of the job id. */
  text: string;
  /** First time at which the jobs ended, inclusive. */
  from: Date;
}

const readers: Readers<DeliveryFilter> = {
  state: (text) => readChoice(text, stateFilters),
  account: readName,
  host: readText,
  text: readText,
  from: readTime,
};

export function readDeliveryFilter(query: URLSearchParams): ReadAddress<DeliveryFilter> {
  return readAddress(query, readers);
}

/** Time after which a callback counts as overdue if its attempt is due and was not made. */
const overdueSeconds = 300;

/** Reports whether an attempt of a callback should have been made some minutes ago. */
export function isOverdue({ delivery, completedSeconds, standing }: JobRow, nowSeconds: number): boolean {
  if (delivery?.state !== 'pending' || completedSeconds === undefined || standing.isArchived) return false;
  const dueSeconds = Math.max(delivery.nextSeconds ?? 0, delivery.lastSeconds ?? 0, completedSeconds);
  return nowSeconds - dueSeconds > overdueSeconds;
}

/** Reports whether the delivery has ended without success, so that sending the callback again may help. */
export function hasFailed({ state }: RowDelivery): boolean {
  return state === 'gave_up' || state === 'gone';
}

/** Returns a function that reports whether a row is a finished job whose callback matches the filter. */
export function deliveryMatcher(filter: Partial<DeliveryFilter>, now: Date): (row: JobRow) => boolean {
  const { account, host, text, from } = filter;
  return (row) => {
    const { delivery, owner, standing, completedSeconds = 0 } = row;
    if (delivery === undefined || !isEndPhase(standing.phase) || standing.isDeleting) return false;
    if (!isInState(row, delivery, { state: filter.state, now })) return false;
    if (account !== undefined && (account.includes('/') ? owner.accountKey : owner.account) !== account) return false;
    if (host !== undefined && !delivery.host.toLowerCase().includes(host)) return false;
    if (from !== undefined && completedSeconds * 1_000 < from.getTime()) return false;
    return text === undefined || row.text.toLowerCase().includes(text) || row.jobId.startsWith(text);
  };
}

function isInState(
  row: JobRow,
  delivery: RowDelivery,
  { state, now }: { state: DeliveryFilter['state'] | undefined; now: Date },
): boolean {
  if (state === undefined) return true;
  if (state === 'failed') return hasFailed(delivery);
  return state === 'overdue' ? isOverdue(row, now.getTime() / 1_000) : delivery.state === state;
}
