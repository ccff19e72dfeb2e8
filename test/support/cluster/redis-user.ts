import { readFileSync } from 'node:fs';
import type { RedisServer } from '../stores/redis-server.ts';

const guide = new URL('../../../docs/guide/cluster.md', import.meta.url);
/** Pattern of the Redis keys that the tests use. Their key prefixes begin with `user`. */
const keys = '~{user*}:*';

export const redisUser = { username: 'adwright', password: 'hush-hush-7391' };

/**
 * Returns the access rules of the line `ACL SETUSER adwright` in the cluster guide, with a test password and the key
 * pattern of tests.
 */
function guideRules(): string[] {
  const [, rules] = /^ACL SETUSER adwright (.*)$/m.exec(readFileSync(guide, 'utf8')) ?? [];
  if (rules === undefined) throw new Error('the guide has no `ACL SETUSER adwright` line');
  return rules.replace('>PASSWORD', `>${redisUser.password}`).replace(/~\S+/, keys).split(' ');
}

/** Returns the Redis commands that this line of the guide allows. */
export function guideCommands(): string[] {
  return guideRules()
    .filter((rule) => rule.startsWith('+'))
    .map((rule) => rule.slice(1));
}

/** Creates the Redis user as the guide describes, then applies the given changes. */
export async function makeRedisUser(server: RedisServer, ...changes: string[]): Promise<void> {
  const admin = await server.connect();
  await admin.call('ACL', 'SETUSER', redisUser.username, 'reset', ...guideRules(), ...changes);
  admin.close();
}
