import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';

/**
 * Fields of a user in a kubeconfig that name another user on whose behalf requests are sent (impersonation). The
 * Kubernetes client library reads only `as`.
 */
export const Impersonation = z.object({
  as: z.string().nullish(),
  'as-uid': z.string().nullish(),
  'as-groups': z.array(z.string()).nullish(),
  'as-user-extra': z.record(z.string(), z.array(z.string())).nullish(),
});
export type Impersonation = z.infer<typeof Impersonation>;

export function lacksUser(who: Impersonation): boolean {
  return !who.as && Object.keys(impersonationHeaders(who)).length > 0;
}

export function impersonationHeaders(who: Impersonation): OutgoingHttpHeaders {
  const { as: user, 'as-uid': uid, 'as-groups': groups, 'as-user-extra': extra } = who;
  const extras = Object.entries(extra ?? {}).filter(([, values]) => values.length > 0);
  return {
    ...(user && { 'Impersonate-User': user }),
    ...(uid && { 'Impersonate-Uid': uid }),
    ...(groups && groups.length > 0 && { 'Impersonate-Group': groups }),
    ...Object.fromEntries(extras.map(([key, values]) => [`Impersonate-Extra-${escaped(key)}`, values])),
  };
}

function escaped(key: string): string {
  return key.replace(/[^\w!#$&'*+.^`|~-]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
