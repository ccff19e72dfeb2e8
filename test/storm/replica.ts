/** Process of one API replica in a storm. All replicas share a folder with the store, and a Redis with the ledger. */
import { RedisLedger } from '../../src/ledger/redis-ledger.ts';
import { RedisConnection } from '../../src/redis/connection.ts';
import { RedisRateLimiter } from '../../src/ratelimit/redis-rate-limiter.ts';
import { pino } from 'pino';
import { startApi } from '../support/api/api-service.ts';
import { until } from '../support/process/until.ts';

const [path = '', url = '', prefix = ''] = process.argv.slice(2);
const connection = new RedisConnection({ url, prefix, clientName: 'storm', logger: pino({ level: 'silent' }) });
const api = await startApi({
  folder: { path, remove: () => undefined },
  ledger: new RedisLedger(connection),
  rateLimiter: new RedisRateLimiter(connection),
});
process.once('disconnect', () => {
  void api.close().then(() => {
    connection.close();
  });
});
await until(() => connection.isReady);
process.send?.({ url: api.url });
