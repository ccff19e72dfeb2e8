import { z } from 'zod';

/** Who acted: a person who signed in, a command, an API key, or this program itself. */
export interface AuditActor {
  kind: 'person' | 'link' | 'kubernetes' | 'command' | 'api_key' | 'system';
  /** Stable id of the actor: the subject of the identity provider, the user of a kubeconfig, the name of an API key. */
  subject: string;
  /** Name for people, as the actor had it at that time. */
  name?: string | undefined;
  groups?: readonly string[] | undefined;
  /** Public id of the session. It does not let anyone act in the session. */
  session?: string | undefined;
  /** True: a command has stated who it is, and nothing has checked it. */
  isStated?: boolean | undefined;
}

/** The object of an action. `hint` is the visible part of an API key, which identifies the key after its deletion. */
export interface AuditTarget {
  kind: string;
  namespace: string;
  name: string;
  uid?: string | undefined;
  hint?: string | undefined;
  /** Name of the account, in the same namespace, that the object is or belongs to. Its owners see the row. */
  account?: string | undefined;
}

export interface AuditSource {
  ip?: string | undefined;
  userAgent?: string | undefined;
  requestId?: string | undefined;
}

/** How an action ended. `started` stays if the process ended before it could record the outcome. */
export type AuditOutcome = 'started' | 'done' | 'refused' | 'failed';

/** One action. It contains no secret. The target is copied, so that the row stays readable after a deletion. */
export interface AuditRow {
  /** UUID, such as of version 7. */
  id: string;
  /** RFC 3339, with milliseconds. */
  time: string;
  actor: AuditActor;
  source: AuditSource;
  /** Name of an operation, such as `api_key.create`, or of an action of the dashboard, such as `session.start`. */
  action: string;
  target?: AuditTarget | undefined;
  /** Changed fields, before and after. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  outcome: AuditOutcome;
  /** Why the action was made, in the words of the actor. */
  reason?: string | undefined;
  /** Number of equal actions that this row stands for, such as failed sign-ins of one source in one minute. */
  count?: number | undefined;
}

const text = z.string().optional();
const fields = z.record(z.string(), z.unknown()).optional();

export const AuditRow: z.ZodType<AuditRow> = z.object({
  id: z.uuid(),
  time: z.iso.datetime().regex(/^\d{4}-/),
  actor: z.object({
    kind: z.enum(['person', 'link', 'kubernetes', 'command', 'api_key', 'system']),
    ...{ subject: z.string(), name: text, groups: z.array(z.string()).optional(), session: text },
    isStated: z.boolean().optional(),
  }),
  source: z.object({ ip: text, userAgent: text, requestId: text }),
  action: z.string(),
  target: z
    .object({ ...{ kind: z.string(), namespace: z.string(), name: z.string() }, uid: text, hint: text, account: text })
    .optional(),
  ...{ before: fields, after: fields, outcome: z.enum(['started', 'done', 'refused', 'failed']), reason: text },
  count: z.int().optional(),
});
