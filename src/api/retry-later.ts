import { problem, type Answer } from './answer.ts';

/** Seconds after which a store that was away may be back. */
export const storeAway: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

/** Books that are lost come back by hand. */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });
