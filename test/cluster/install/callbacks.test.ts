import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '../../support/process/until.ts';
import { Installation } from '../support/installation.ts';
import { leader } from '../support/leader.ts';
import { Namespace } from '../support/namespace.ts';
import { startReceiver, type Received, type Receiver } from '../support/receiver.ts';
import { shortRequest } from '../support/requests.ts';
import type { RestApi } from '../support/rest.ts';

const credentials = 'ads:s3cret';

let namespace: Namespace;
let installation: Installation;
let receiver: Receiver;
let client: RestApi;
let secret: string;
beforeAll(async () => {
  namespace = await Namespace.create('callbacks');
  installation = new Installation(namespace);
  receiver = await startReceiver(namespace);
  await installation.install(values());
  const created = await installation.client();
  client = created;
  secret = (await installation.adwright('accounts', 'webhook-secret', created.account)).trim();
});
afterAll(async () => {
  receiver.close();
  await installation.close();
});

function values(more = {}) {
  return { egressAllow: receiver.egressAllow, allowHttpCallbacks: true, ...more };
}

/** Creates a job with a callback and waits until the job has succeeded. */
async function endedJob(callbackUrl: string): Promise<string> {
  const id = await client.createImage({ ...shortRequest, callback_url: callbackUrl });
  expect(await client.ended(id)).toMatchObject({ status: 'SUCCESS' });
  return id;
}

async function bodyOfGet(id: string): Promise<Buffer> {
  return Buffer.from(await (await client.send(`/jobs/${id}`)).arrayBuffer());
}

/** Waits until the receiver has got `count` callbacks of a job. Returns all of them. */
async function callbacksOf(id: string, count: number): Promise<Received[]> {
  let found: Received[] = [];
  await until(async () => {
    found = (await receiver.received()).filter((callback) => callback.id === id);
    return found.length >= count;
  });
  return found;
}

test('after the leader is killed, another controller delivers the callback, and replays deliver it again', async () => {
  await receiver.answerWith(503, secret);
  const id = await endedJob(`${receiver.url}/ads`);
  await callbacksOf(id, 1);
  await until(async () =>
    (await client.send(`/jobs/${id}/deliveries`).then((answer) => answer.text())).includes('503'),
  );
  await namespace.kubectl('delete', 'pod', await leader(namespace), '--force', '--grace-period=0');
  await receiver.answerWith(204, secret);
  await namespace.waitFor(`adjob/${id}`, 'condition=CallbackDelivered');
  await callbacksOf(id, 2);

  const replay = await client.send(`/jobs/${id}/deliveries/replay`, { method: 'POST' });
  expect(replay.status).toBe(202);
  await callbacksOf(id, 3);
  await installation.adwright('jobs', 'replay', id);
  const callbacks = await callbacksOf(id, 4);
  expect(callbacks.map(({ status }) => status)).toEqual([503, 204, 204, 204]);
  const body = await bodyOfGet(id);
  for (const callback of callbacks) expect(callback.body).toEqual(body);
  expect(await namespace.kubectl('get', 'adjob', id, '-o', 'wide')).toMatch(/\sdelivered\s/);
});

test('behind a proxy, a receiver that only the proxy can resolve gets the callback through the proxy', async () => {
  await namespace.kubectl('create', 'secret', 'generic', 'proxy', `--from-literal=credentials=${credentials}`);
  const egress = { proxy: receiver.proxyUrl, proxySecret: 'proxy', noProxy: ['.svc'] };
  await installation.install(values({ egress }));
  await receiver.answerWith(204, secret);
  const outside = 'http://hooks.shop.example/ads';
  const [proxied, direct] = await Promise.all([endedJob(outside), endedJob(`${receiver.url}/direct`)]);
  const proxyAuthorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  expect(await callbacksOf(proxied, 1)).toMatchObject([{ target: outside, status: 204, proxyAuthorization }]);
  const [callback] = await callbacksOf(direct, 1);
  expect(callback).toMatchObject({ target: '/direct', status: 204 });
  expect(callback?.proxyAuthorization).toBeUndefined();
});
