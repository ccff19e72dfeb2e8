import { z } from 'zod';
import { isStoreError } from '../objects/store-error.ts';
import type { RestClient } from './rest-client.ts';

const apiVersion = 'authentication.k8s.io/v1';
const groupsMax = 20;

const Review = z.object({
  status: z.object({ userInfo: z.object({ username: z.string().min(1), groups: z.array(z.string()).optional() }) }),
});

interface OwnUser {
  name: string;
  groups: string[];
}

/**
 * Returns the user as which the API server knows this process. Returns undefined if the API server does not say who it
 * is, for example because this is not allowed.
 */
export async function ownUser(client: Pick<RestClient, 'json'>): Promise<OwnUser | undefined> {
  const body = { apiVersion, kind: 'SelfSubjectReview' };
  try {
    const answer = await client.json({ method: 'POST', path: `/apis/${apiVersion}/selfsubjectreviews`, body });
    const found = Review.safeParse(answer).data?.status.userInfo;
    return found && { name: found.username, groups: found.groups?.slice(0, groupsMax) ?? [] };
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return undefined;
  }
}
