import { z } from 'zod';

/** RFC 3339 with whole seconds or finer, in UTC. */
export const Timestamp = z.string();

export const ObjectRef = z.strictObject({ name: z.string().min(1).max(253) });
export type ObjectRef = z.infer<typeof ObjectRef>;

/** `metav1.Condition`. Reasons are constants in CamelCase. */
export const Condition = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string(),
  message: z.string(),
  lastTransitionTime: Timestamp,
  observedGeneration: z.number().int().min(0).optional(),
});
export type Condition = z.infer<typeof Condition>;
