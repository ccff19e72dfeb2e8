/** Process of one API replica in a storm. All replicas share a folder with the store, and a Redis with the ledger. */
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RedisConnection } from '../../src/redis/connection.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { pino } from 'pino';
import { startApi } from '../support/api/api-service.ts';
import { Installation } from '../support/installation/installation.ts';
import { until } from '../support/process/until.ts';

const [path = '', url = '', prefix = ''] = process.argv.slice(2);
const connection = new RedisConnection({ url, prefix, clientName: 'storm', logger: pino({ level: 'silent' }) });
const installation = new Installation({ folder: { path, remove: () => undefined } });
const api = await startApi({
  installation,
  ledger: new RedisLedger(connection),
  rateLimiter: new RedisRateLimiter(connection),
});
process.once('disconnect', () => {
  void api.close().then(() => {
    installation.close();
    connection.close();
  });
});
await until(() => connection.isReady);
process.send?.({ url: api.url });
