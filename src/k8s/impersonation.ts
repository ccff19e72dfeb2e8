import type { OutgoingHttpHeaders } from 'node:http';
import { z } from 'zod';

/** Fields of a kubeconfig's user that name whom the user acts as. The Kubernetes library reads only `as`. */
export const Impersonation = z.object({
  as: z.string().nullish(),
  'as-uid': z.string().nullish(),
  'as-groups': z.array(z.string()).nullish(),
  'as-user-extra': z.record(z.string(), z.array(z.string())).nullish(),
});
export type Impersonation = z.infer<typeof Impersonation>;

/** Reports whether a uid, groups or extra fields are given without a user, which kubectl refuses. */
export function lacksUser(who: Impersonation): boolean {
  return !who.as && Object.keys(impersonationHeaders(who)).length > 0;
}

/** Returns the headers by which the API server handles a request as one of another user. */
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

/** Percent-encodes the bytes of a key that the name of a header cannot have, and `%` itself. */
function escaped(key: string): string {
  return key.replace(/[^\w!#$&'*+.^`|~-]+/g, (part) =>
    [...Buffer.from(part)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
