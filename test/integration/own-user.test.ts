import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownUser } from '../../src/k8s/own-user.ts';
import { answer, ApiClients, startApiServer, statusOf, type ApiServer } from '../support/cluster/fake-api-server.ts';

const username = 'system:serviceaccount:ads:robot';
const groups = ['system:serviceaccounts', 'system:authenticated'];
const clients = new ApiClients();

let api: ApiServer;
let status: unknown;

beforeAll(async () => {
  api = await startApiServer(({ headers, method, url }, response, body) => {
    const isReview = method === 'POST' && url === '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    if (headers.authorization === 'Bearer forbidden') answer(response, 403, statusOf(403, 'Forbidden', 'forbidden'));
    else if (headers.authorization !== 'Bearer known') answer(response, 401, statusOf(401, 'Unauthorized', 'who?'));
    else if (!isReview) answer(response, 404, statusOf(404, 'NotFound', 'not found'));
    else answer(response, 201, { ...Object(JSON.parse(body)), status });
  });
});
afterAll(async () => {
  await clients.close();
  await api.close();
});

const userOf = (token: string) => ownUser(clients.open({ server: api.origin }, { token }).client);
const many = Array.from({ length: 30 }, (_, at) => `group-${at}`);

test.each<[string, unknown, unknown]>([
  ['is that of the API server, with its groups', { userInfo: { username, groups } }, { name: username, groups }],
  ['has no groups if the API server names none', { userInfo: { username } }, { name: username, groups: [] }],
  ['has at most 20 groups', { userInfo: { username, groups: many } }, { name: username, groups: many.slice(0, 20) }],
  ['is unknown if the API server names no user', { userInfo: { username: '' } }, undefined],
  ['is unknown if the answer has no status', undefined, undefined],
])('the user of a process %s', async (_, given, user) => {
  status = given;
  expect(await userOf('known')).toEqual(user);
});

test.each(['rejected', 'forbidden'])('the user of a process whose token is %s is unknown', async (token) => {
  status = { userInfo: { username, groups } };
  expect(await userOf(token)).toBeUndefined();
});

test('an error of the program itself is thrown', async () => {
  await expect(ownUser({ json: () => Promise.reject(new TypeError('no such method')) })).rejects.toThrow(TypeError);
});
