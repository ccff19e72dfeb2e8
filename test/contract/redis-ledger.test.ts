import { afterAll, beforeAll } from '@jest/globals';
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { keyText } from '../../src/objects/object-key.ts';
import type { LedgerInTime } from './ledger-bench.ts';
import { ledgerRandomCallsContract } from './ledger-random-calls.ts';
import { ledgerContract, ledgerTimeContract } from './ledger.ts';

let server: RedisServer;
let opened = 0;

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());

/** Opens a ledger with a key prefix of its own, so that it is empty. */
async function open(): Promise<LedgerInTime> {
  const prefix = `ledger${String(opened++)}`;
  const [first, second] = [await server.connect({ prefix }), await server.connect({ prefix })];
  return {
    ledger: new RedisLedger(first),
    other: new RedisLedger(second),
    advance: async (ms) => {
      const keys = await first.call('KEYS', `${first.prefix}*`);
      if (!Array.isArray(keys)) throw new Error('KEYS did not return a list of keys');
      for (const key of keys.map(String)) {
        const leftMs = Number(await first.call('PTTL', key));
        if (leftMs > 0) await first.call('PEXPIRE', key, leftMs - ms);
      }
    },
    fillHistory: async (account, entries) => {
      const fill = `for i = 1, ${entries} do redis.call('XADD', KEYS[1], '*', 'settle', 1, 'job', i) end`;
      await first.call('EVAL', fill, 1, `${first.prefix}history:${keyText(account)}`);
    },
    historyLength: async (account) => Number(await first.call('XLEN', `${first.prefix}history:${keyText(account)}`)),
    close: () => {
      first.close();
      second.close();
      return Promise.resolve();
    },
  };
}

ledgerContract('RedisLedger', open);
ledgerTimeContract('RedisLedger', open);
ledgerRandomCallsContract('RedisLedger', open);
