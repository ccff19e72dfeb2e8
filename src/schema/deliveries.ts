import { z } from 'zod';
import { DeliveryAttempt, DeliveryStatus, deliveryStates } from './adjob.ts';

const attempt = DeliveryAttempt.shape;

export const Delivery = z
  .object({
    attempt: attempt.attempt,
    time: attempt.time,
    status: attempt.status.unwrap().nullable().describe('HTTP status of the response; null if no response arrived.'),
    latency_ms: attempt.latencyMs,
    outcome: attempt.outcome,
    error: attempt.error.unwrap().nullable().describe('Kind of failure, such as timed_out; null if it was delivered.'),
    response_excerpt: attempt.responseExcerpt
      .unwrap()
      .nullable()
      .describe('First 1 KiB of the response; null without a response and for receivers in private address ranges.'),
  })
  .describe('One attempt to deliver the callback.');

export const Deliveries = z
  .object({
    state: z
      .enum(deliveryStates)
      .nullable()
      .describe(
        `Null if the job has no callback. pending: not delivered yet. ${DeliveryStatus.shape.state.description}`,
      ),
    deliveries: z.array(Delivery).max(20).describe('The last 20 attempts, newest first.'),
    next_attempt_time: attempt.time
      .nullable()
      .describe(
        'Time of the next attempt. Null: no attempt follows, or the next attempt is due as soon as the job has ended.',
      ),
  })
  .describe("State of a job's callback and the attempts to deliver it.");
export type Deliveries = z.infer<typeof Deliveries>;
