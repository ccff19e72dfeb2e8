import type { Logger } from 'pino';
import type { EventSink } from './port.ts';

/** Events as log lines, where there is no API server to keep them. */
export function logEvents(logger: Logger): EventSink {
  return {
    emit({ type, reason, message, object }) {
      logger[type === 'Warning' ? 'warn' : 'info']({ reason, object }, message);
    },
  };
}
