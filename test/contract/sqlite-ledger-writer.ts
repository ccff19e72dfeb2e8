/**
 * Client process of a shared ledger file: `sqlite-ledger-writer.ts FILE FROM COUNT`. It admits COUNT jobs of 5 credits,
 * numbered from FROM, settles every third of them, and prints `NUMBER KIND` for each answer. It stops at the first
 * failure, whose line is then the last.
 */
import { writeSync } from 'node:fs';
import { systemClock } from '../../src/clock/system-clock.ts';
import { SqliteLedger } from '../../src/ledger/sqlite-ledger.ts';
import { isLedgerError } from '../../src/ledger/port.ts';
import { jobIdOf, payer } from './ledger-ids.ts';

const [, , file = '', from = '0', count = '0'] = process.argv;
const ledger = new SqliteLedger({ file, clock: systemClock, busyTimeoutMs: 30_000 });

async function ask(number: number): Promise<void> {
  const jobId = jobIdOf(number);
  const object = { namespace: payer.namespace, name: jobId };
  const origin = { kind: 'request' as const, object, intent: 'x'.repeat(2_000) };
  const { kind } = await ledger.admit({ jobId, account: payer, credits: 5, seen: undefined, origin });
  writeSync(1, `${number} ${kind}\n`);
  if (kind !== 'accepted' || number % 3 !== 0) return;
  await ledger.bind(jobId, { ...object, uid: jobId }, payer);
  if ((await ledger.settle(jobId, jobId)) === 'done') writeSync(1, `${number} settled\n`);
}

for (let number = Number(from); number < Number(from) + Number(count); number += 1) {
  try {
    await ask(number);
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    writeSync(1, `${number} ${error.reason}\n`);
    break;
  }
}
ledger.close();
