import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { MemoryAuditLog } from '../../../test/support/admin/memory-audit-log.ts';
import { MemoryState } from '../../../test/support/admin/memory-state.ts';
import { FakeClock } from '../../../test/support/time/fake-clock.ts';
import { attachContext } from '../../http/context.ts';
import { createAuthenticate } from './authenticate.ts';
import { cookieNames } from './cookies.ts';
import { Sessions } from './sessions.ts';
import { trustedProxies } from './source.ts';

const minuteMs = 60_000;
const newcomer = {
  ...{ actor: { kind: 'role' as const, role: 'viewer' as const }, authenticatedMs: 0 },
  person: { kind: 'link' as const, subject: 'Ada' },
};

/** Returns a function that requests a page in a new session after so many minutes, and the number of writes to the state. */
async function opened(isPassive: boolean) {
  const clock = new FakeClock();
  let writes = 0;
  class CountedState extends MemoryState {
    override set(...given: Parameters<MemoryState['set']>): Promise<void> {
      writes += 1;
      return super.set(...given);
    }
  }
  const state = new CountedState(clock);
  const random = (count: number): Buffer => Buffer.alloc(count, 7);
  const sessions = new Sessions({ state, clock, random, auditLog: new MemoryAuditLog() });
  const started = await sessions.start(newcomer, {}, () => Promise.resolve(true));
  const token = started?.kind === 'done' ? started.token : '';
  const signIn = { isTrustedProxy: trustedProxies([]) };
  const authenticate = createAuthenticate({ sessions, signIn, state, random, clock, publicUrl: 'https://ads.example' });
  const after = async (minutes: number): Promise<string> => {
    await clock.advance(minutes * minuteMs);
    const request = new IncomingMessage(new Socket());
    request.headers.cookie = `${cookieNames.session}=${token}`;
    attachContext(request, { id: 'r', requestId: 'r', route: 'none', startMs: 0 });
    return (await authenticate(request, { method: 'get', path: '/', authentication: 'session', isPassive })).kind;
  };
  writes = 0;
  return { after, writes: () => writes };
}

test('requests keep a session alive', async () => {
  const { after } = await opened(false);
  expect([await after(20), await after(20)]).toEqual(['caller', 'caller']);
});

test('passive requests do not keep a session alive', async () => {
  const { after, writes } = await opened(true);
  expect([await after(20), writes(), await after(20)]).toEqual(['caller', 0, 'refused']);
});

test('activity is stored at most once a minute', async () => {
  const { after, writes } = await opened(false);
  for (let count = 0; count < 12; count += 1) await after(0.25);
  expect(writes()).toBe(3);
});
