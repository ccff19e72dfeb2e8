/** @jest-environment-options {"customExportConditions": ["node", "node-addons", "adwright-third-type"]} */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { crd } from '../../src/schema/emit/crds.ts';
import { adJobDefinition } from '../../src/schema/resource-definitions.ts';
import { until } from '../support/process/until.ts';
import { Lab } from './support/lab.ts';

/** A group of its own, so that the AdJobs of other tests keep their CRD. */
const group = 'third.adwright.dev';
const name = `adjobs.${group}`;
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const given = { brandMetadata: { brandName: 'Verdane' }, productMetadata: { productName: 'Oil', productImages: [] } };
const spec = { type: 'stills_ad', accountRef: { name: 'acme' }, stills: given };

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open('third-type');
  const text = JSON.stringify(crd(adJobDefinition)).replaceAll('"adwright.dev"', `"${group}"`);
  const definition = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  const { status, body } = await lab.install({ ...definition, kind: 'CustomResourceDefinition', metadata: { name } });
  if (status >= 300) throw new Error(JSON.stringify(body));
  // Until the API server serves the new kind, it answers 404 with plain text.
  await until(() =>
    lab.api.send('GET', path()).then(
      (answer) => answer.status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  await lab.api.send('DELETE', `${definitions}/${name}`);
  await lab.close();
});

const path = (rest = ''): string => `/apis/${group}/v1alpha1/namespaces/${lab.namespace}/adjobs${rest}`;

async function create(job: string, wanted: object): Promise<string> {
  const body = { apiVersion: `${group}/v1alpha1`, kind: 'AdJob', metadata: { name: job }, spec: wanted };
  const answer = await lab.api.send('POST', path('?fieldValidation=Strict'), { body });
  return answer.status === 201 ? 'taken' : String(answer.body['message']);
}

test('kubectl get shows an AdJob of a type that only a test registers', async () => {
  expect(await create('stills', spec)).toBe('taken');
  const status = { phase: 'SUCCESS', credits: { required: 7, charged: 7 } };
  await lab.api.send('PATCH', path('/stills/status'), { body: { status } });
  const { stdout } = await promisify(execFile)('kubectl', ['get', '-n', lab.namespace, name]);
  const [titles = [], cells = []] = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(titles.slice(0, 3)).toEqual(['NAME', 'TYPE', 'PHASE']);
  expect(cells.slice(0, 3)).toEqual(['stills', 'stills_ad', 'SUCCESS']);
});

test.each<[string, object, string]>([
  ['without its request', { ...spec, stills: undefined }, 'a stills_ad requires stills and forbids image and video.'],
  [
    'that breaks a rule of its request',
    { ...spec, stills: { ...given, productMetadata: { productImages: [] } } },
    'Give productName or a picture.',
  ],
])('the API server refuses an AdJob of this type %s', async (_, wrong, message) => {
  expect(await create('wrong', wrong)).toContain(message);
});

test('the API server refuses a change of its request', async () => {
  const body = { spec: { stills: { brandMetadata: { brandName: 'Marl' } } } };
  const answer = await lab.api.send('PATCH', path('/stills'), { body });
  expect(String(answer.body['message'])).toContain('This field is immutable.');
});
