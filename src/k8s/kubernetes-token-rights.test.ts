import { expect, test } from '@jest/globals';
import type { ApiRequest } from './rest-client.ts';
import { KubernetesTokenRights } from './kubernetes-token-rights.ts';

const user = { username: 'system:serviceaccount:ads:ada', uid: 'u-1', groups: ['system:authenticated'] };
const valid = { authenticated: true, audiences: ['adwright-admin'], user };

/** Returns rights whose cluster answers with this status of the token, and allows these verbs and resources. */
function rightsOf(status: object, allowed: readonly string[]) {
  const requests: ApiRequest[] = [];
  const json = (request: ApiRequest): Promise<unknown> => {
    requests.push(request);
    if (request.path.endsWith('tokenreviews')) return Promise.resolve({ status });
    const text = JSON.stringify(request.body);
    return Promise.resolve({ status: { allowed: allowed.some((one) => text.includes(one)) } });
  };
  const rights = new KubernetesTokenRights({ client: { json }, namespace: 'ads', audience: 'adwright-admin' });
  return { rights, requests };
}

const create = '"verb":"create","group":"adwright.dev","version":"v1alpha1","resource":"adaccounts"';
const update = '"verb":"update","group":"adwright.dev","version":"v1alpha1","resource":"adjobs"';
const list = '"verb":"list","group":"adwright.dev","version":"v1alpha1","resource":"adjobs"';

test.each<[string, readonly string[], string | undefined]>([
  ['who may create accounts is an admin', [create, update, list], 'admin'],
  ['who may update jobs is an operator', [update, list], 'operator'],
  ['who may list jobs is a viewer', [list], 'viewer'],
  ['who may do none of these has no role', [], undefined],
])('%s', async (_, allowed, role) => {
  const { rights } = rightsOf(valid, allowed);
  const { username: name, uid, groups } = user;
  expect(await rights.review('token')).toEqual({ kind: 'user', name, uid, groups, role });
});

test.each<[string, object]>([
  ['that the cluster does not know', { authenticated: false }],
  ['for another audience', { ...valid, audiences: ['https://kubernetes.default.svc'] }],
  ['of a cluster that checks no audiences', { authenticated: true, user }],
])('a token %s is rejected', async (_, status) => {
  const { rights, requests } = rightsOf(status, [create]);
  expect(await rights.review('token')).toEqual({ kind: 'rejected' });
  expect(requests).toHaveLength(1);
});

test('the review names the audience and the namespace, and an empty token is not sent', async () => {
  const { rights, requests } = rightsOf(valid, [create]);
  await rights.review('');
  expect(requests).toEqual([]);
  await rights.review('token');
  expect(requests.map(({ body }) => body)).toMatchObject([
    { spec: { token: 'token', audiences: ['adwright-admin'] } },
    { spec: { user: user.username, groups: user.groups, resourceAttributes: { namespace: 'ads' } } },
  ]);
});
