import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { systemClock } from '../../clock/system-clock.ts';
import { lazyEgress } from '../../stages/lazy-egress.ts';
import { brandExtract } from '../../../test/support/brands/brand-extract.ts';
import { canaryKey } from '../../../test/support/models/model-rig.ts';
import type { ServerFault } from '../../../test/support/models/model-server.ts';
import { startOpenAiWire } from '../../../test/support/models/openai-wire.ts';
import { resultFiles } from '../../../test/support/models/result-files.ts';
import type { WireServer } from '../../../test/support/models/wire-server.ts';
import { temporaryFolder } from '../../../test/support/process/temporary-folder.ts';
import { Terminal } from '../../../test/support/process/terminal.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: WireServer;
let opened: string[];
const terminal = new Terminal();

beforeEach(async () => {
  folder = temporaryFolder();
  server = await startOpenAiWire();
  opened = [];
  writeFileSync(join(folder.path, 'server.key'), `${canaryKey}\n`);
});

afterEach(async () => {
  await server.close();
  folder.remove();
});

const path = (name: string): string => join(folder.path, name);

/** An entry for the server of the test. */
const entry = (more: object = {}): object => ({
  ...{ provider: 'openai-compatible', model: 'small', name: 'own', key: 'server' },
  ...{ baseUrl: `${server.url}/v1`, addresses: server.addresses, ...more },
});

const writeModels = (file: object): void => {
  writeFileSync(path('models.yaml'), stringify({ keys: { server: { file: 'server.key' } }, ...file }));
};

/** Runs `adwright models`. No output may contain the key. */
async function run(args: readonly string[], { deny = '' } = {}): Promise<number> {
  const settings = { allow: '', deny, proxy: undefined, proxyCredentialsFile: undefined };
  const access = { settings, noProxy: '', egress: lazyEgress(settings, '') };
  const code = await terminal.run(['models', ...args], {
    store: () => Promise.reject(new Error('the store was opened')),
    clock: systemClock,
    models: () => ({ file: path('models.yaml'), access }),
    openFile: (file) => Promise.resolve(opened.push(file) > 0),
  });
  expect(terminal.out + terminal.err).not.toContain(canaryKey);
  return code;
}

describe('models list', () => {
  test('shows the models of the installation and of accounts, and whether the file with the key exists', async () => {
    writeModels({
      keys: { server: { file: 'server.key' }, lost: { file: 'lost.key' } },
      image: [entry({ price: 0.04, timeoutSeconds: 60 })],
      accounts: { 'ads/acme': { image: [entry({ name: 'of-acme', key: 'lost', whenFailed: 'studio' })] } },
    });
    expect(await run(['list'])).toBe(0);
    const [, own = '', ofAcme = ''] = terminal.out.split('\n').map((line) => line.replace(/ {2,}/g, ' | '));
    expect(own).toMatch(/^- \| image \| own \| openai-compatible \| small \| 127\.0\.0\.1:\d+ \| \$0\.04 \| 60 s/);
    expect(own).toMatch(/next \| present$/);
    expect(ofAcme).toMatch(/^ads\/acme \| image \| of-acme .* studio \| missing$/);
    expect(server.requests).toHaveLength(0);
  });

  test('prints every problem of the file', async () => {
    writeModels({
      image: [entry({ options: { stepz: 4 }, price: -1 })],
      speech: [{ provider: 'anthropic', model: 'm' }],
    });
    expect(await run(['list'])).toBe(1);
    expect(terminal.err).toContain('image[0].price');
    writeModels({ image: [entry({ options: { stepz: 4 } })], speech: [{ provider: 'anthropic', model: 'm' }] });
    expect(await run(['list'])).toBe(1);
    expect(terminal.err).toMatch(/image\[0\]\.options .*stepz/);
    expect(terminal.err).toContain('speech[0].provider anthropic has no adapter for speech');
  });

  test('prints what is wrong with a template of a prompt', async () => {
    mkdirSync(path('prompts'));
    writeFileSync(path('prompts/background.txt'), 'A picture of {{animal}}');
    writeModels({ prompts: 'prompts', image: [entry()] });
    expect(await run(['list'])).toBe(1);
    expect(terminal.err).toMatch(
      /models\.yaml is not valid:\n {2}prompts .*background\.txt has the unknown placeholder \{\{animal\}\}/,
    );
  });

  test('warns of models that are slower than a job may be', async () => {
    writeModels({ image: [entry({ timeoutSeconds: 2_400 })] });
    expect(await run(['list'])).toBe(0);
    expect(terminal.err).toMatch(/^Warning: timeoutSeconds the stages of image_ad could take \d+ minutes/);
  });
});

describe('models check', () => {
  test('calls each model once and shows type and size of its result', async () => {
    writeModels({
      ...{ copywriter: [entry()], image: [entry()], speech: [entry()] },
      accounts: { 'ads/acme': { image: [entry()] } },
    });
    expect(await run(['check', '-o', 'json'])).toBe(0);
    expect(JSON.parse(terminal.out)).toMatchObject([
      { port: 'copywriter', works: true, mediaType: 'application/json' },
      { port: 'image', works: true, mediaType: 'image/png', size: '64x80', explanation: null },
      { port: 'speech', works: true, mediaType: 'audio/wav' },
    ]);
    expect(server.bills()).toBe(3);
  });

  test('calls a model that may cost money only with --yes', async () => {
    writeModels({ image: [entry({ price: 0.04 })], speech: [{ provider: 'openai', model: 'm', key: 'server' }] });
    expect(await run(['check'])).toBe(2);
    expect(terminal.err).toContain('2 calls: $0.04 by the prices of the file, and the unknown price of openai/m');
    expect(terminal.err).toContain('--yes');
    expect(server.requests).toHaveLength(0);
    expect(await run(['check', 'own', '--yes'])).toBe(0);
    expect(terminal.out).toContain('$0.04');
  });

  test('checks only the models of a port or with a name', async () => {
    writeModels({ copywriter: [entry()], image: [entry(), entry({ name: 'other' })] });
    expect(await run(['check', 'copywriter'])).toBe(0);
    expect(await run(['check', 'other'])).toBe(0);
    expect(server.requests.map(({ path: one }) => one)).toEqual(['/v1/chat/completions', '/v1/images/generations']);
    expect(await run(['check', 'nobody'])).toBe(3);
  });

  const schemaWords = { error: { message: "'response_format.type' must be json_object or text" } };
  const loud = { error: { message: `Incorrect API key provided: ${canaryKey}` } };
  test.each<[title: string, port: string, fault: ServerFault, advice: RegExp]>([
    ['a refused key', 'image', { status: 401, body: loud }, /refused the key\. Put a valid key into .*server\.key/],
    ['an unknown model', 'image', { status: 404, body: { detail: 'no' } }, /Check `model` \(small\) and `baseUrl`/],
    [
      'a refused schema',
      'copywriter',
      { status: 400, body: schemaWords },
      /`options\.supportsStructuredOutputs: false`/,
    ],
    [
      'a refused size',
      'image',
      { status: 400, body: { detail: 'Invalid size' } },
      /in `options\.sizes`.*Details:.*Invalid size/,
    ],
    ['a refused seed', 'image', { status: 422, body: { detail: 'Unknown field seed' } }, /`options\.seed: false`/],
    ['a page', 'image', { headers: { 'content-type': 'text/html' }, body: '<html>' }, /is the API and not a page/],
    ['a model that loads', 'image', { status: 503, body: { detail: 'engine' } }, /may still load the model/],
    ['a used balance', 'image', { status: 402, body: {} }, /Add credit/],
    ['too many requests', 'image', { status: 429, body: {} }, /`concurrency` \(10\)/],
    ['no picture', 'image', { body: { data: [] } }, /returned no picture\. Read the log/],
    [
      'JSON of another form',
      'copywriter',
      { body: { choices: [{ message: { content: '{"a":1}' } }] } },
      /larger model/,
    ],
  ])('says what to do about %s', async (_, port, fault, advice) => {
    writeModels({ [port]: [entry()] });
    server.faults.push(fault);
    expect(await run(['check'])).toBe(1);
    expect(terminal.err).toMatch(advice);
    expect(terminal.out).toMatch(/ no /);
  });

  test('says which address to allow for a server in a private network', async () => {
    writeModels({ image: [entry({ addresses: [] })] });
    expect(await run(['check'])).toBe(1);
    expect(terminal.err).toContain(`addresses: ['127.0.0.1/32:${new URL(server.url).port}']`);
    expect(await run(['check'], { deny: '127.0.0.0/8' })).toBe(1);
    expect(terminal.err).toContain('ADWRIGHT_EGRESS_DENY');
    expect(server.requests).toHaveLength(0);
  });

  test('says that no server listens', async () => {
    const { host } = new URL(server.url);
    await server.close();
    writeModels({ image: [entry()] });
    expect(await run(['check', '-o', 'json'])).toBe(1);
    expect(JSON.parse(terminal.out)).toMatchObject([
      { works: false, explanation: expect.stringContaining(`listens at ${host}`) },
    ]);
    server = await startOpenAiWire();
  });

  test('names the missing file of a key', async () => {
    writeModels({ keys: { server: { file: 'lost.key' } }, image: [entry()] });
    expect(await run(['check'])).toBe(1);
    expect(terminal.err).toMatch(/does not exist\. Create .*lost\.key/);
  });
});

describe('models try', () => {
  test('writes the result of the first model to a file and opens it', async () => {
    writeModels({ image: [entry({ price: 0.04 })] });
    expect(await run(['try', 'image', '--prompt', 'A mug', '--size', '512x640', '--open'])).toBe(0);
    const file = terminal.out.trim();
    expect(readFileSync(file)).toEqual(resultFiles.png);
    expect(file).toMatch(/image\.png$/);
    expect(opened).toEqual([file]);
    expect(terminal.err).toContain('64x80');
    expect(terminal.err).toContain('$0.04');
    expect(JSON.parse(String(server.requests[0]?.body))).toMatchObject({ prompt: 'A mug', size: '512x640' });
  });

  test('sends a picture to the chosen model', async () => {
    writeModels({ image: [entry(), entry({ name: 'editor', model: 'large' })] });
    writeFileSync(path('mug.jpg'), resultFiles.jpeg);
    const out = path('result.png');
    const picture = ['--picture', path('mug.jpg'), '--entry', 'editor'];
    expect(await run(['try', 'image', '--prompt', 'Make it red', ...picture, '--out', out, '--open'])).toBe(0);
    expect(opened).toEqual([out]);
    expect(terminal.out).toBe(`${out}\n`);
    expect(server.requests[0]?.path).toBe('/v1/images/edits');
    const body = String(server.requests[0]?.body);
    expect(body).toContain('large');
    expect(body).toContain('Make it red');
    expect(body).toContain('image/jpeg');
  });

  test('explains a failure', async () => {
    writeModels({ image: [entry()] });
    server.faults.push({ status: 401, body: {} });
    expect(await run(['try', 'image', '--prompt', 'A mug'])).toBe(1);
    expect(terminal.err).toContain('Put a valid key into');
  });

  test.each([
    [['image'], 2, 'image needs --prompt'],
    [['cutout'], 2, 'cutout needs --picture'],
    [['copywriter', '--prompt', 'A headline', '--picture', 'mug.jpg'], 2, 'copywriter takes no --picture'],
    [['speech', '--prompt', 'Hello'], 3, 'no model for speech'],
    [['image', '--prompt', 'A mug', '--entry', 'x'], 3, 'no model "x"'],
    [['image', '--prompt', 'A mug', '--picture', 'lost.png'], 1, 'lost.png cannot be used'],
  ])('try %j exits with %d', async (args, code, message) => {
    const cutout = { provider: 'fal', model: 'm', baseUrl: server.url };
    writeModels({ copywriter: [entry()], image: [entry()], cutout: [cutout] });
    expect(await run(['try', ...args])).toBe(code);
    expect(terminal.err).toContain(message);
    expect(server.requests).toHaveLength(0);
  });
});

describe('models prompt', () => {
  const brand = { brand_name: 'Marl', brand_url: 'https://marl.example/', color_swatches: [{ hex: '#7a4b2a' }] };
  const common = {
    product_metadata: { product_name: 'Morning Mug', product_url: 'https://marl.example/mug', product_images: [] },
    ad_copies: [{ copy_type: 'headline', copy_text: 'Slow mornings' }],
  };
  const ad = { ...common, brand_data: brand };
  const film = {
    ...common,
    brand_metadata: { ...brand, brand_images: [] },
    generation_metadata: { target_duration: 12 },
  };
  const shown = async (type: string, request: object): Promise<number> => {
    writeFileSync(path('request.json'), JSON.stringify(request));
    return run(['prompt', type, '--request', path('request.json')]);
  };

  test('shows what the stages of an image would ask, without a call', async () => {
    writeModels({ copywriter: [entry()], image: [entry()] });
    expect(await shown('image', ad)).toBe(0);
    expect(terminal.out).toMatch(/^# concept: copywriter by own\n[^]*Morning Mug[^]*\n# image: image by own\n/);
    const directed = (words: string) => ({ ...ad, generation_metadata: { user_direction: words } });
    expect(await shown('image', directed('Warm light on a kitchen table'))).toBe(0);
    expect(terminal.out).toMatch(/^# image: image by own\n/);
    expect(await shown('image', directed('Only type, no picture'))).toBe(0);
    expect(terminal.out).not.toContain('# image');
    expect(server.requests).toHaveLength(0);
  });

  test('shows the texts of the page that a model would choose from', async () => {
    writeModels({ copywriter: [entry()] });
    const headlines = ['Slow mornings', 'Thrown by hand'].map((text) => ({ text, source: 'page' as const }));
    writeFileSync(path('brand.json'), JSON.stringify(brandExtract({ headlines })));
    writeFileSync(path('request.json'), JSON.stringify({ brand_data: brand }));
    const files = ['--request', path('request.json'), '--brand', path('brand.json')];
    expect(await run(['prompt', 'image', ...files])).toBe(0);
    expect(terminal.out).toContain('Headlines of the page, one of which you choose: Slow mornings | Thrown by hand\n');
    writeFileSync(path('brand.json'), '{}');
    expect(await run(['prompt', 'image', ...files])).toBe(1);
    expect(terminal.err).toContain('brand.json is not a valid brand.json');
  });

  test('shows what the stages of a film would ask', async () => {
    writeModels({ copywriter: [entry()], speech: [entry()] });
    expect(await shown('video', film)).toBe(0);
    expect(terminal.out).toMatch(/^# script: copywriter by own\n[^]*Slow mornings/);
    expect(server.requests).toHaveLength(0);
  });

  test('says that no model is asked, or that the request is not valid', async () => {
    writeModels({ cutout: [{ provider: 'fal', model: 'm' }] });
    expect(await shown('image', ad)).toBe(0);
    expect(terminal.err).toBe('The stages would ask no model.\n');
    expect(await shown('image', { brand_name: 'Marl' })).toBe(1);
    expect(terminal.err).toContain('request.json is not a valid request');
  });
});

test('without a file, the command asks for it', async () => {
  const store = () => Promise.reject(new Error('the store was opened'));
  expect(await terminal.run(['models', 'list'], { store })).toBe(2);
  expect(terminal.err).toContain('--file or ADWRIGHT_MODELS');
});

describe('models prompt', () => {
  test('shows what the first model would be asked, without a call', async () => {
    writeModels({ copywriter: [entry(), entry({ name: 'second' })] });
    writeFileSync(path('request.json'), JSON.stringify({ ...request, callback_url: 'https://hooks.example.com/' }));
    expect(await run(['prompt', 'image', '--request', path('request.json')])).toBe(0);
    expect(terminal.out).toMatch(/^# concept: copywriter by own\n/);
    expect(server.requests).toEqual([]);
  });

  test('shows nothing of the stages that a failed one keeps from running', async () => {
    writeModels({ copywriter: [entry()], speech: [entry()] });
    writeFileSync(path('request.json'), JSON.stringify(wordless));
    expect(await run(['prompt', 'video', '--request', path('request.json')])).toBe(0);
    expect(terminal.err).toBe('The stages would ask no model.\n');
  });
});

const request = { brand_data: { brand_url: 'https://example.com/', brand_name: 'Ovenly' } };
/** Request from which no film can be made, because its picture cannot be fetched. */
const wordless = {
  brand_metadata: { brand_images: null },
  product_metadata: { product_images: [{ image_url: 'https://pictures.invalid/spruce.jpg' }] },
  generation_metadata: { target_duration: 12 },
};
