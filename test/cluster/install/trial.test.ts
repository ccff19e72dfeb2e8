import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Installation } from '../support/installation.ts';
import { plainRequest } from '../support/requests.ts';
import { startSites, type Sites } from '../support/sites.ts';

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.create('trial');
});
afterAll(() => installation.close());

describe('an installation without values', () => {
  test('an installation without values makes an ad, and the downloaded file matches the response', async () => {
    const client = await installation.client();
    const job = await client.ended(await client.createImage(plainRequest));
    expect(job).toMatchObject({ status: 'SUCCESS', error: null });
    const [picture, ...more] = await client.pictures(job);
    expect(more).toEqual([]);
    expect(picture?.sha256).toBe(picture?.named.sha256);
    expect(picture?.bytes.length).toBe(picture?.named.bytes);
    expect(picture?.bytes.subarray(1, 4).toString()).toBe('PNG');
  });

  test('an installation without values passes its helm test', async () => {
    const told = await installation.helm('test', 'adwright', '--logs');
    expect(told).toContain('Phase:          Succeeded');
    expect(told).toMatch(/POST \/create_image_ad_async 401/);
  });

  test('kubectl can show and wait for a job of an installation without values', async () => {
    const client = await installation.client();
    const id = await client.createImage(plainRequest);
    await installation.namespace.waitFor(`adjob/${id}`, 'condition=Complete');
    const table = await installation.namespace.kubectl('get', 'adjobs', id);
    expect(table).toMatch(/NAME\s+TYPE\s+PHASE\s+STAGE\s+ACCOUNT\s+CREDITS\s+AGE/);
    expect(table).toMatch(new RegExp(`${id}\\s+image_ad\\s+SUCCESS\\s.*${client.account}`));
  });
});

describe('an installation that may read a website in the cluster', () => {
  let sites: Sites;
  beforeAll(async () => {
    sites = await startSites(installation.namespace);
    await installation.install({ egressAllow: sites.egressAllow });
  });

  test('an installation that may read a website in the cluster takes the brand from its page', async () => {
    const client = await installation.client();
    const id = await client.createImage({
      brand_data: { brand_url: `${sites.verdane}/` },
      product_metadata: { product_url: `${sites.verdane}/products/spruce-body-oil.html`, product_images: null },
      generation_metadata: { aspect_ratios: '1:1, 9:16' },
    });
    const job = await client.ended(id);
    expect(job).toMatchObject({
      status: 'SUCCESS',
      response: { brand: { name: 'Verdane', onboarding: 'done', product: { source: 'json-ld' } } },
    });
    for (const { named, sha256 } of await client.pictures(job)) expect(sha256).toBe(named.sha256);
  });
});
