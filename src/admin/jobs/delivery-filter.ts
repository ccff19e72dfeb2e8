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
} from '../forms/address-values.ts';
import type { JobRow, RowDelivery } from './job-row.ts';
import { hasText, isOfAccount, rowMatcher } from './row-matcher.ts';

/** States of a callback in the filter. `failed`: the delivery has ended without success. */
export const stateFilters = [...deliveryStates, 'failed', 'overdue'] as const;

/** Filter of a list of callbacks. An absent field matches all callbacks. */
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
export function hasFailed(delivery: RowDelivery | undefined): boolean {
  return delivery?.state === 'gave_up' || delivery?.state === 'gone';
}

/** Returns a function that reports whether a row is a finished job whose callback matches the filter. */
export function deliveryMatcher(filter: Partial<DeliveryFilter>, now: Date): (row: JobRow) => boolean {
  const matches = rowMatcher<Partial<DeliveryFilter>>(filter, {
    state: (row, wanted) => isInState(row, wanted, now),
    account: isOfAccount,
    host: ({ delivery }, wanted) => delivery?.host.toLowerCase().includes(wanted) === true,
    text: hasText,
    from: ({ completedSeconds = 0 }, wanted) => completedSeconds * 1_000 >= wanted.getTime(),
  });
  return (row) => isSent(row) && matches(row);
}

/** Reports whether the callback of a job is to be sent, or was sent: when the job has ended. */
function isSent({ delivery, standing }: JobRow): boolean {
  return delivery !== undefined && isEndPhase(standing.phase) && !standing.isDeleting;
}

function isInState(row: JobRow, state: DeliveryFilter['state'], now: Date): boolean {
  if (state === 'failed') return hasFailed(row.delivery);
  return state === 'overdue' ? isOverdue(row, now.getTime() / 1_000) : row.delivery?.state === state;
}
