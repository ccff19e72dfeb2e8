import { Registry } from 'prom-client';
import type { CallbackDeps } from '../../../src/controllers/callback/deps.ts';
import { createCallbackMetrics } from '../../../src/controllers/callback/metrics.ts';

type Stores = Pick<CallbackDeps, 'store' | 'archive' | 'clock' | 'logger'>;
type Own = Pick<CallbackDeps, 'sender' | 'signingKeys'> & Partial<CallbackDeps>;

/** Returns the dependencies of a callback controller that works on an installation, or on replaced parts of one. */
export function callbackDeps({ store, archive, clock, logger }: Stores, own: Own): CallbackDeps {
  return {
    ...{ store, archive, clock, logger, allowHttp: true, random: () => 0.5 },
    events: { emit: () => undefined },
    metrics: createCallbackMetrics(new Registry()),
    ...own,
  };
}
