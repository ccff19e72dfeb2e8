import { z } from 'zod';
import { apiGroup } from '../schema/resource-definitions.ts';
import type { RestClient } from './rest-client.ts';

const ReviewedToken = z.object({
  status: z.object({
    authenticated: z.boolean().optional(),
    audiences: z.array(z.string()).optional(),
    user: z
      .object({
        username: z.string().default(''),
        uid: z.string().default(''),
        groups: z.array(z.string()).default([]),
        extra: z.record(z.string(), z.array(z.string())).optional(),
      })
      .optional(),
  }),
});
type User = NonNullable<z.output<typeof ReviewedToken>['status']['user']>;

const ReviewedAccess = z.object({ status: z.object({ allowed: z.boolean().default(false) }) });

/**
 * Roles from the most to the fewest rights, each with the access to resources that proves it together. The dashboard
 * changes objects with its own rights, so a person must have all the rights that the role would lend them.
 */
const proofs = [
  {
    role: 'admin',
    access: [
      ['create', 'adaccounts'],
      ['patch', 'adaccounts'],
      ['create', 'apikeys'],
      ['patch', 'apikeys'],
    ],
  },
  { role: 'operator', access: [['patch', 'adjobs']] },
  { role: 'viewer', access: [['list', 'adjobs']] },
] as const;

interface Options {
  client: Pick<RestClient, 'json'>;
  /** Namespace in which the access is reviewed: the one that the dashboard shows. Undefined: in all namespaces. */
  namespace: string | undefined;
  /** Audience that a token must have. A token for the API server itself is rejected. */
  audience: string;
}

/** Rights of tokens of Kubernetes, by TokenReview and SubjectAccessReview. */
export class KubernetesTokenRights {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  get audience(): string {
    return this.#options.audience;
  }

  /** Reviews a token. Rejects with a `StoreError` if the API server does not respond or refuses the review. */
  async review(token: string) {
    const { client, audience } = this.#options;
    if (token === '') return rejected;
    const body = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token, audiences: [audience] },
    };
    const answer = await client.json({ method: 'POST', path: '/apis/authentication.k8s.io/v1/tokenreviews', body });
    const { authenticated, audiences = [], user } = ReviewedToken.parse(answer).status;
    if (authenticated !== true || !audiences.includes(audience) || user === undefined) return rejected;
    const { username: name, uid, groups } = user;
    return { kind: 'user' as const, name, uid, groups, role: await this.#roleOf(user) };
  }

  async #roleOf(user: User) {
    for (const { role, access } of proofs) {
      const answers = await Promise.all(access.map(([verb, resource]) => this.#isAllowed(user, verb, resource)));
      if (!answers.includes(false)) return role;
    }
    return undefined;
  }

  async #isAllowed({ username, uid, groups, extra }: User, verb: string, resource: string): Promise<boolean> {
    const { client, namespace } = this.#options;
    const { group, version } = apiGroup;
    const resourceAttributes = { ...(namespace !== undefined && { namespace }), verb, group, version, resource };
    const body = {
      apiVersion: 'authorization.k8s.io/v1',
      kind: 'SubjectAccessReview',
      spec: { user: username, uid, groups, ...(extra !== undefined && { extra }), resourceAttributes },
    };
    const path = '/apis/authorization.k8s.io/v1/subjectaccessreviews';
    return ReviewedAccess.parse(await client.json({ method: 'POST', path, body })).status.allowed;
  }
}

const rejected = { kind: 'rejected' as const };
