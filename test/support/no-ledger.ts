import type { WholeLedger } from '../../src/ledger/port.ts';

/** For a command that must not ask for the ledger. */
export function noLedger(): Promise<WholeLedger> {
  return Promise.reject(new Error('This command has no ledger.'));
}
