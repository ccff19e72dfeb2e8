import type { Deliveries } from '../deliveries.ts';

const delivered: Deliveries['deliveries'][number] = {
  ...{ attempt: 1, time: '2026-11-21T09:30:41Z', status: 204, latency_ms: 87, outcome: 'delivered' },
  ...{ error: null, response_excerpt: '' },
};

export const deliveredCallback: Deliveries = { state: 'delivered', deliveries: [delivered], next_attempt_time: null };

export const replayedCallback: Deliveries = { state: 'pending', deliveries: [delivered], next_attempt_time: null };

export const retriedCallback: Deliveries = {
  state: 'pending',
  deliveries: [
    {
      ...{ attempt: 1, time: '2026-11-21T09:30:41Z', status: 502, latency_ms: 132, outcome: 'failed' },
      ...{ error: 'bad_status', response_excerpt: 'Bad gateway' },
    },
  ],
  next_attempt_time: '2026-11-21T09:30:47Z',
};
