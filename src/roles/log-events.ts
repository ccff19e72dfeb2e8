import type { Logger } from 'pino';
import type { EventSink } from '../events/port.ts';

/** Returns an event sink that logs events, for a service without a cluster. */
export function logEvents(logger: Logger): EventSink {
  return {
    emit: ({ type, reason, message, object }) => {
      logger[type === 'Warning' ? 'warn' : 'info']({ reason, name: object.name }, message);
    },
  };
}
