import type { HttpRequest } from '../../../http/route.ts';
import type { AdminDeps } from '../../deps.ts';

export type SignInDeps = Pick<
  AdminDeps,
  'sessions' | 'signIn' | 'state' | 'auditLog' | 'random' | 'publicUrl' | 'clock' | 'logger'
>;

/** Request to a page that needs no session. */
export type OpenRequest = HttpRequest<undefined>;
