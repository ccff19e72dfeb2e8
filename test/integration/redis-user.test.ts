import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { systemClock } from '../../src/clock/system-clock.ts';
import { readRedisConfig } from '../../src/config/ledger-config.ts';
import { messageOf } from '../../src/files/error-code.ts';
import { readyAnswer, Probes } from '../../src/observability/readiness.ts';
import { connectedRedisLedger, openWatchedLedger } from '../../src/roles/ledger.ts';
import { loggerInto, type LogLine } from '../support/process/log-lines.ts';
import { guideCommands, makeRedisUser, redisUser } from '../support/cluster/redis-user.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { until } from '../support/process/until.ts';

const prefix = 'user';
const clock = systemClock;
/** Commands whose rights are optional according to the guide. */
const optional = ['config|get', 'client|setname'];
let server: RedisServer;
let lines: LogLine[];

beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());
beforeEach(() => {
  lines = [];
});

/**
 * Opens the ledger with this password and waits until `look` accepts the text of the readiness probe. Returns that text
 * with logs, metrics and the error of a call.
 */
async function told(password: string, look: (ready: string) => boolean): Promise<string> {
  const stop = new AbortController();
  const registry = new Registry();
  const redis = { url: server.url, username: redisUser.username, password, caFile: undefined, prefix };
  const ledgerBackend = openWatchedLedger(
    redis,
    { role: 'test', logger: loggerInto(lines), clock, registry },
    stop.signal,
  );
  const probes = new Probes();
  probes.add(ledgerBackend.part);
  const ready = (): string => readyAnswer(probes, true).text;
  await until(() => look(ready()));
  const failure = await ledgerBackend.ledger.admit(admission).catch(messageOf);
  const all = [ready(), JSON.stringify(lines), await registry.metrics(), JSON.stringify(failure)].join('\n');
  stop.abort();
  ledgerBackend.close();
  return all;
}

const admission = {
  jobId: '019b76da-a800-7000-8000-000000000001',
  account: { namespace: 'here', name: 'acme' },
  credits: 5,
  seen: undefined,
  origin: {
    kind: 'request',
    object: { namespace: 'here', name: 'a' },
    intent: 'intent',
    idempotency: { key: 'key', requestHash: 'hash' },
  },
} as const;

describe('the Redis user of the guide', () => {
  test('the user of the guide has every needed right', async () => {
    await makeRedisUser(server);
    const all = await told(redisUser.password, (ready) => ready.includes('redis ok'));
    expect(lines.filter(({ level }) => level !== 'info')).toEqual([]);
    expect(all).toContain('adwright_ledger_exact 1');
  });

  // `info` is left out: without the right to it, the client library writes to the console.
  test.each(guideCommands().filter((name) => !optional.includes(name) && name !== 'info'))(
    'the user of the guide needs the right to %s',
    async (name) => {
      await makeRedisUser(server, `-${name}`);
      const connection = await server.connect({ ...redisUser, prefix });
      for (const scripts of ['ledger', 'ratelimit'])
        connection.define(new URL(`../../src/${scripts}/lua/`, import.meta.url));
      expect(await connection.missingRights().then(String, messageOf)).toMatch(new RegExp(`\\b${name}\\b`));
      connection.close();
    },
  );
});

describe('Redis users without needed rights', () => {
  test.each<[string, string[], string]>([
    ['without a needed right', ['-xadd'], 'the Redis user may not run xadd on ~{user}:*'],
    [
      'without the right to run scripts',
      ['-eval', '-evalsha'],
      'the Redis user may not run scripts on ~{user}:*: Redis rejected the command: NOPERM',
    ],
    [
      'with rights to other keys',
      ['resetkeys', '~other:*'],
      'the Redis user may not run scripts on ~{user}:*: Redis rejected the command: NOPERM',
    ],
  ])('a user %s is reported in log and readiness, and the service stays ready', async (_, changes, sentence) => {
    await makeRedisUser(server, ...changes);
    const all = await told(redisUser.password, (ready) => ready.includes('the Redis user'));
    expect(all).toContain(`[!] redis warning: ${sentence}`);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 'error',
        problem: expect.stringContaining(sentence),
        msg: 'the Redis user lacks permissions that the ledger needs; checking again in 1 s',
      }),
    );
  });

  test('a user that is granted the missing right is reported as ok', async () => {
    await makeRedisUser(server, '-xadd');
    let wasTold = false;
    await told(redisUser.password, (ready) => {
      if (ready.includes('may not run xadd') && !wasTold) {
        wasTold = true;
        void makeRedisUser(server);
      }
      return wasTold && ready.includes('redis ok');
    });
    expect(wasTold).toBe(true);
  });
});

describe('the Redis password', () => {
  const wrong = 'open-sesame-4711';

  test('a wrong password appears in no log line, answer or metric', async () => {
    await makeRedisUser(server);
    const all = await told(wrong, () => lines.length > 0);
    expect(all).toContain('Redis rejects the user name or the password (WRONGPASS');
    expect(all).toContain('[!] redis warning: not connected');
    expect(all).not.toContain(wrong);
  });

  test('a wrong password does not appear in the error of a command', async () => {
    const redis = { url: server.url, username: redisUser.username, password: wrong, caFile: undefined, prefix };
    const failure = await connectedRedisLedger(redis, { role: 'cli', logger: loggerInto(lines), clock }).catch(
      messageOf,
    );
    expect(failure).toMatch(/^Redis is not connected: Redis rejects the user name or the password \(WRONGPASS .*\)\.$/);
  });

  test('the right password appears in no log line when calls are refused or Redis is down', async () => {
    await makeRedisUser(server, '-xadd');
    const refused = await told(redisUser.password, (ready) => ready.includes('the Redis user'));
    await server.kill();
    lines = [];
    const away = await told(redisUser.password, () => lines.length > 0);
    await server.go();
    expect(`${refused}${away}`).not.toContain(redisUser.password);
    expect(away).toContain('ECONNREFUSED');
  });

  test('a password in the URL is refused and not repeated in the error', () => {
    const env = { ADWRIGHT_REDIS_URL: `redis://me:${wrong}@redis.example.com` };
    expect(() => readRedisConfig(env)).toThrow('ADWRIGHT_REDIS_URL must not contain a password');
    expect(() => readRedisConfig(env)).not.toThrow(wrong);
  });
});
