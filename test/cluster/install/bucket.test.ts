import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startBucket, type Bucket } from '../support/bucket.ts';
import { Installation } from '../support/installation.ts';
import { Namespace } from '../support/namespace.ts';
import { siteRequest } from '../support/requests.ts';
import { startSites, type Sites } from '../support/sites.ts';

let installation: Installation;
let bucket: Bucket;
let sites: Sites;
beforeAll(async () => {
  const namespace = await Namespace.create('bucket');
  installation = new Installation(namespace);
  [bucket, sites] = await Promise.all([startBucket(namespace), startSites(namespace)]);
  await installation.install({ storage: bucket.storage, egressAllow: sites.egressAllow });
});
afterAll(() => installation.close());

test('stages read and write objects of a bucket, and clients download them', async () => {
  const client = await installation.client();
  const job = await client.ended(await client.createImage(siteRequest(sites)));
  expect(job).toMatchObject({ status: 'SUCCESS', response: { brand: { onboarding: 'done' } } });
  const [picture] = await client.pictures(job);
  expect(picture?.sha256).toBe(picture?.named.sha256);
  expect(await bucket.objects()).toEqual(expect.arrayContaining(['request.json', 'result.json', 'brand.json']));
});

test('a stage pod has neither bucket credentials nor a service account token', async () => {
  const pods = await installation.namespace.kubectl(
    'get',
    'pods',
    '-l',
    'app.kubernetes.io/component=stage',
    '-o',
    'yaml',
  );
  expect(pods).toContain('ADWRIGHT_STAGE_INPUT');
  expect(pods).not.toMatch(/AWS_(ACCESS|SECRET)|serviceAccountToken/);
});

test('deleting an AdJob deletes its objects in the bucket', async () => {
  const client = await installation.client();
  const before = await bucket.objects();
  const id = await client.createImage(siteRequest(sites));
  await client.ended(id);
  expect((await bucket.objects()).length).toBeGreaterThan(before.length);
  await installation.namespace.kubectl('delete', 'adjob', id, '--timeout=60s');
  expect((await bucket.objects()).toSorted()).toEqual(before.toSorted());
  expect((await client.send(`/jobs/${id}`)).status).toBe(404);
});
