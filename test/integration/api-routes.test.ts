import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpoints } from '../../src/schema/endpoints/all.ts';
import { startApi, type ApiService } from '../support/api/api-service.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const address = (path: string): string => api.url + path.replaceAll(/\{\w+\}/g, '1');

test.each(endpoints.map((contract) => [contract.operationId, contract] as const))(
  'the operation %s is served according to its contract',
  async (_, contract) => {
    const options = await fetch(address(contract.path), { method: 'OPTIONS' });
    expect(options.headers.get('allow')?.split(', ')).toContain(contract.method.toUpperCase());
    const answer = await fetch(address(contract.path), { method: contract.method.toUpperCase() });
    if (contract.authentication === 'api-key') expect(answer.status).toBe(401);
    else
      expect(Object.keys(contract.answers)).toEqual(
        expect.arrayContaining(answer.status === 404 ? [] : [String(answer.status)]),
      );
  },
);

describe('a request with an unknown path', () => {
  const detailOf = async (path: string, method: string): Promise<[number, unknown]> => {
    const answer = await fetch(api.url + path, { method });
    const { detail } = (await answer.json()) as { detail?: unknown };
    return [answer.status, detail];
  };
  const unknown = 'This path is not an endpoint or an existing file.';

  test.each<[method: string, path: string, detail: string]>([
    ['POST', '//create_image_ad_async', `${unknown} Did you mean /create_image_ad_async?`],
    ['POST', '/create_video_ad_async/?a=b/c', `${unknown} Did you mean /create_video_ad_async?`],
    ['GET', '/Jobs/7/', `${unknown} Did you mean /jobs/7?`],
    ['GET', '/docs/', `${unknown} Did you mean /docs?`],
    ['DELETE', '//credits', `${unknown} Did you mean /credits?`],
    ['GET', '/%ZZ/jobs/', `${unknown} Did you mean /jobs?`],
    ['GET', '/', unknown],
    ['POST', '/create_audio_ad_async', unknown],
  ])('%s %s gets 404 with the path that is meant', async (method, path, detail) => {
    expect(await detailOf(path, method)).toEqual([404, detail]);
  });

  test('a known path with the wrong method still gets 405', async () => {
    const [status, detail] = await detailOf('/create_image_ad_async', 'GET');
    expect(status).toBe(405);
    expect(detail).not.toContain('mean');
  });
});

test('the path that is meant contains the base path of the service', async () => {
  const below = await startApi({ basePath: '/ads' });
  const meant = async (path: string): Promise<unknown> => {
    const answer = await fetch(new URL(below.url).origin + path, { method: 'POST' });
    return ((await answer.json()) as { detail?: string }).detail?.split('. ')[1];
  };
  for (const path of ['/create_image_ad_async', '/ads/ads/create_image_ad_async', '/ads//create_image_ad_async']) {
    expect(await meant(path)).toBe('Did you mean /ads/create_image_ad_async?');
  }
  await below.close();
});
