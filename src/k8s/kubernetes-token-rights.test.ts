import { expect, test } from '@jest/globals';
import type { ApiRequest } from './rest-client.ts';
import { KubernetesTokenRights } from './kubernetes-token-rights.ts';

const user = { username: 'system:serviceaccount:ads:ada', uid: 'u-1', groups: ['system:authenticated'] };
const valid = { authenticated: true, audiences: ['adwright-admin'], user };

/** Returns rights whose cluster answers with this status of the token, and allows these verbs and resources. */
function rightsOf(status: object, allowed: readonly string[], namespace: string | undefined = 'ads') {
  const requests: ApiRequest[] = [];
  const json = (request: ApiRequest): Promise<unknown> => {
    requests.push(request);
    if (request.path.endsWith('tokenreviews')) return Promise.resolve({ status });
    const text = JSON.stringify(request.body);
    return Promise.resolve({ status: { allowed: allowed.some((one) => text.includes(one)) } });
  };
  const rights = new KubernetesTokenRights({ client: { json }, namespace, audience: 'adwright-admin' });
  return { rights, requests };
}

const access = (verb: string, resource: string): string =>
  `"verb":"${verb}","group":"adwright.dev","version":"v1alpha1","resource":"${resource}"`;
const [createAccounts, patchAccounts] = [access('create', 'adaccounts'), access('patch', 'adaccounts')];
const [createKeys, patchKeys] = [access('create', 'apikeys'), access('patch', 'apikeys')];
const [patchJobs, listJobs] = [access('patch', 'adjobs'), access('list', 'adjobs')];

test.each<[string, readonly string[], string | undefined]>([
  [
    'who may create and patch accounts and keys is an admin',
    [createAccounts, patchAccounts, createKeys, patchKeys, patchJobs, listJobs],
    'admin',
  ],
  ['who may create accounts alone has no role', [createAccounts], undefined],
  ['who may not patch keys is no admin', [createAccounts, patchAccounts, createKeys, patchJobs, listJobs], 'operator'],
  ['who may not create keys is no admin', [createAccounts, patchAccounts, patchKeys, listJobs], 'viewer'],
  ['who may not patch accounts is no admin', [createAccounts, createKeys, patchKeys, listJobs], 'viewer'],
  ['who may patch jobs is an operator', [patchJobs, listJobs], 'operator'],
  ['who may list jobs is a viewer', [listJobs], 'viewer'],
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
  const { rights, requests } = rightsOf(status, [createAccounts]);
  expect(await rights.review('token')).toEqual({ kind: 'rejected' });
  expect(requests).toHaveLength(1);
});

test('the review names the audience and the namespace, and an empty token is not sent', async () => {
  const { rights, requests } = rightsOf(valid, [patchJobs]);
  await rights.review('');
  expect(requests).toEqual([]);
  await rights.review('token');
  expect([requests[0], requests.at(-1)].map((request) => request?.body)).toMatchObject([
    { spec: { token: 'token', audiences: ['adwright-admin'] } },
    { spec: { user: user.username, groups: user.groups, resourceAttributes: { namespace: 'ads' } } },
  ]);
});
