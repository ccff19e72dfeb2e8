import type { Right } from '../../../operations/actor.ts';

/**
 * Right to read the logs of attempts. Owners of accounts do not have it, because logs name hosts and limits of the
 * installation.
 */
export const logsRight: Right = { role: 'viewer' };
