import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { endpoints } from '../../src/schema/endpoints/all.ts';
import { startApi, type ApiService } from '../support/api-service.ts';

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
    if (contract.window !== undefined) expect(answer.status).toBe(401);
    else
      expect(Object.keys(contract.answers)).toEqual(
        expect.arrayContaining(answer.status === 404 ? [] : [String(answer.status)]),
      );
  },
);
