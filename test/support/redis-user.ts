import { readFileSync } from 'node:fs';
import type { RedisServer } from './redis-server.ts';

const guide = new URL('../../docs/guide/cluster.md', import.meta.url);
/** Of the prefixes of tests: all that begin with `user`. */
const keys = '~{user*}:*';

export const redisUser = { username: 'adwright', password: 'hush-hush-7391' };

/** The words after the user's name in the line of the guide, with a password and the keys of tests. */
function guideRules(): string[] {
  const [, rules] = /^ACL SETUSER adwright (.*)$/m.exec(readFileSync(guide, 'utf8')) ?? [];
  if (rules === undefined) throw new Error('The guide has no line that makes the user.');
  return rules.replace('>PASSWORD', `>${redisUser.password}`).replace(/~\S+/, keys).split(' ');
}

/** The commands of the guide's line. */
export function guideCommands(): string[] {
  return guideRules()
    .filter((rule) => rule.startsWith('+'))
    .map((rule) => rule.slice(1));
}

/** Make the user as the guide says, then change it by these rules. */
export async function makeRedisUser(server: RedisServer, ...changes: string[]): Promise<void> {
  const admin = await server.connect();
  await admin.call('ACL', 'SETUSER', redisUser.username, 'reset', ...guideRules(), ...changes);
  admin.close();
}
