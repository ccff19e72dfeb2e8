import { expect, test } from '@jest/globals';
import type { ApiRequest } from '../k8s/rest-client.ts';
import { tokenRights } from './token-rights.ts';

const audience = 'adwright-admin';
const status = { authenticated: true, audiences: [audience], user: { username: 'ada' } };

/** Returns the namespaces in which the dashboard reviews the rights of a user. */
async function reviewedIn(watchAllNamespaces: boolean): Promise<unknown[]> {
  const reviews: ApiRequest['body'][] = [];
  const json = ({ path, body }: ApiRequest): Promise<unknown> => {
    if (path.endsWith('tokenreviews')) return Promise.resolve({ status });
    reviews.push(body);
    return Promise.resolve({ status: { allowed: true } });
  };
  const config = { namespace: 'ads', watchAllNamespaces, signIn: { kubernetesAudience: audience } };
  await tokenRights(config, { json })?.review('token');
  return [...new Set(reviews.map((body) => /"namespace":"([^"]*)"/.exec(JSON.stringify(body))?.[1]))];
}

test('a dashboard of one namespace reviews the rights there', async () => {
  expect(await reviewedIn(false)).toEqual(['ads']);
});

test('a dashboard of all namespaces reviews the rights in the whole cluster', async () => {
  expect(await reviewedIn(true)).toEqual([undefined]);
});
