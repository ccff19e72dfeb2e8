import type { Clock } from '../clock/port.ts';
import type { Exactness } from '../redis/exactness.ts';
import { failed, ok, reasonOf, warning, type Finding } from './finding.ts';

/** Parts of a connection to Redis that the checks need. */
export interface CheckedRedis {
  call(command: string, ...args: string[]): Promise<unknown>;
  exactness(): Promise<Exactness>;
  missingRights(): Promise<string[]>;
}

const majorMin = 7;
/** Time in milliseconds for the first response. */
const defaultConnectingMs = 6_000;
const pauseMs = 100;

/** Checks the version, the durability and the rights of a Redis. Writes nothing. */
export async function checkRedis(
  redis: CheckedRedis,
  clock: Clock,
  connectingMs = defaultConnectingMs,
): Promise<Finding[]> {
  try {
    const info = await firstInfo(redis, clock, connectingMs);
    return [checkVersion(info), durability(await redis.exactness()), rights(await redis.missingRights())];
  } catch (error) {
    return [failed(`Redis cannot be used: ${reasonOf(error)}. Check redis.url, its user and its password.`)];
  }
}

/** Returns the answer to INFO. Waits while the connection opens, and throws the last error after `connectingMs`. */
async function firstInfo(redis: CheckedRedis, clock: Clock, connectingMs: number): Promise<string> {
  const endMs = clock.monotonicMs() + connectingMs;
  for (;;) {
    try {
      return String(await redis.call('INFO', 'server'));
    } catch (error) {
      if (clock.monotonicMs() >= endMs) throw error;
      await clock.sleep(pauseMs);
    }
  }
}

function checkVersion(info: string): Finding {
  const [, name = 'Redis', version] = /^(?:server_name:(\w+)\r?\n)?redis_version:([\d.]+)/m.exec(info) ?? [];
  if (version === undefined) return warning('Redis does not show its version. It must be 7 or newer.');
  if (Number.parseInt(version) >= majorMin) return ok(`Redis responds; its version is ${version} (${name}).`);
  return failed(`Redis has the version ${version}. Upgrade it to ${majorMin} or newer.`);
}

function durability(exactness: Exactness): Finding {
  if (exactness.kind === 'exact') return ok('Redis loses no write that it has acknowledged, and evicts nothing.');
  if (exactness.kind === 'unknown')
    return warning('The Redis user may not read appendfsync. Make sure that it is "always", or allow config|get.');
  return failed(
    `Redis can lose credits and charges: ${exactness.reasons.join(', ')}. Use one primary with appendonly yes, appendfsync always and maxmemory-policy noeviction.`,
  );
}

function rights(missing: readonly string[]): Finding {
  if (missing.length === 0) return ok('The Redis user may run all commands that the ledger needs.');
  return failed(`The Redis user may not run ${missing.join(', ')}. Allow these commands on the keys of the prefix.`);
}
