import type { Logger } from 'pino';
import type { EventSink } from '../events/port.ts';

/** Where there is no cluster to keep Events, they are lines of the log. */
export function logEvents(logger: Logger): EventSink {
  return {
    emit: ({ type, reason, message, object }) => {
      logger[type === 'Warning' ? 'warn' : 'info']({ reason, name: object.name }, message);
    },
  };
}
