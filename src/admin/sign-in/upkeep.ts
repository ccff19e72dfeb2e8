import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import { messageOf } from '../../files/error-code.ts';
import type { ExpiringState } from '../state/port.ts';
import { FailedSignIns } from './failed-sign-ins.ts';
import type { Recorder } from './recorded.ts';
import type { Sessions } from './sessions.ts';

const everyMs = 30_000;

interface Deps extends Recorder {
  state: ExpiringState;
  sessions: Pick<Sessions, 'sweep'>;
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}

/** Records failed sign-ins and sessions that have expired, until the signal aborts. Every replica runs it. */
export async function runSignInUpkeep(deps: Deps, stop: AbortSignal): Promise<void> {
  const failed = new FailedSignIns(deps);
  while (!stop.aborted) {
    await deps.clock.sleep(everyMs, stop);
    try {
      await failed.sweep();
      await deps.sessions.sweep();
    } catch (error) {
      deps.logger.warn({ reason: messageOf(error) }, 'failed to record sign-ins and ended sessions; retrying in 30 s');
    }
  }
}
