import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { drawnFiles } from '../../src/schema/drawn-files.ts';
import { programVersion } from '../../src/version.ts';
import { openTestCluster, type TestCluster } from '../support/cluster/test-cluster.ts';
import { until } from '../support/process/until.ts';

/**
 * Runs the images as a cluster does: as user and group 1000, with a read-only root and only `/tmp` writable. One pod
 * makes an ad, with one container per stage, and further containers inspect all images. Each container reports its
 * result in its termination message.
 */
const images = {
  service: `localhost/adwright:${programVersion()}`,
  stage: `localhost/adwright-stage:${programVersion()}`,
  film: `localhost/adwright-film:${programVersion()}`,
  browser: `localhost/adwright-browser:${programVersion()}`,
};
const megabytesMax = { service: 450, stage: 285, filmOverStage: 450 };

const page = `<!doctype html><html lang="en"><head><title>Harbour Tea</title>
<meta name="description" content="Loose-leaf tea, picked at dawn."><meta property="og:site_name" content="Harbour Tea">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Organization","name":"Harbour Tea",
"logo":"http://127.0.0.1:8088/logo.svg"}</script><style>:root{--primary:#0f5c4d}a.button{background:#0f5c4d}</style></head>
<body><h1>Tea worth getting up for</h1><a class="button" href="/shop">Shop the harvest</a></body></html>`;
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" rx="20" fill="#0f5c4d"/></svg>';

const site = `require('node:http').createServer((q, a) => q.url.endsWith('.svg')
  ? a.writeHead(200, {'content-type': 'image/svg+xml'}).end(process.env.LOGO)
  : a.writeHead(200, {'content-type': 'text/html; charset=utf-8'}).end(process.env.PAGE)).listen(8088, '127.0.0.1');
process.on('SIGTERM', () => process.exit());`;

/** Script that reports what an image contains and where a container may write. */
const lookAbout = `
const fs = require('node:fs'), path = require('node:path');
let bytes = 0; const names = new Set();
const walk = (folder) => { for (const entry of fs.readdirSync(folder, {withFileTypes: true})) {
  const file = path.join(folder, entry.name);
  if (['/proc', '/sys', '/dev', '/tmp', '/data', '/run', '/var/run'].includes(file)) continue;
  const {size, mode} = fs.lstatSync(file); bytes += size;
  if (entry.isDirectory()) walk(file); else if (mode & 0o111) names.add(entry.name); } };
walk('/');
const writes = ['/', '/app', '/app/compiled', '/home', '/var', '/tmp'].filter((folder) => {
  try { fs.writeFileSync(path.join(folder, 'x'), ''); return true; } catch { return false; } });
const tools = ['npm', 'npx', 'yarn', 'corepack', 'gcc', 'cc', 'g++', 'make', 'python3', 'perl', 'apt', 'apt-get', 'dpkg', 'curl', 'wget', 'git', 'bash', 'sh'].filter((name) => names.has(name));
const packages = ['@kubernetes/client-node', '@aws-sdk/client-s3', 'express', 'typescript', 'jest', 'sharp'].filter((name) => fs.existsSync('/app/node_modules/' + name));
const compiled = require('node:module').getCompileCacheDir();
fs.writeFileSync('/dev/termination-log', JSON.stringify({uid: process.getuid(), gid: process.getgid(), megabytes: Math.round(bytes / 1e6), writes, tools, packages,
  compiled: fs.readdirSync(compiled).length, arenas: process.env.MALLOC_ARENA_MAX}));`;

/** Reads the voice as the stage does, and starts the programs of the video stage. */
const useFilm = `
const fs = require('node:fs'), { spawnSync } = require('node:child_process');
const starts = [['ffmpeg', '-version'], ['espeak-ng', '--version']].map(([name, flag]) => spawnSync(name, [flag]).status);
import('/app/dist/speech/kokoro/kokoro-speech.js').then(async ({ openKokoro }) => {
  const voice = await openKokoro('/opt/adwright/voices');
  fs.writeFileSync('/dev/termination-log', JSON.stringify({ starts, voice: voice && voice.voiceFor('en-US'), notice: fs.existsSync('/opt/adwright/voices/NOTICE') })); });`;

/**
 * Script that checks whether the image has fonts. Without fonts, librsvg draws equal boxes instead of letters, so `lll`
 * would have as much ink as `MMM`.
 */
const drawSvg = `const sharp = require('/app/node_modules/sharp');
import('/app/dist/studio/pictures/draw-svg.js').then(async ({drawSvg}) => {
  const ink = async (word) => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><text x="9" y="80" font-size="80" font-family="Helvetica">' + word + '</text></svg>';
    const png = await drawSvg(Buffer.from(svg), 400);
    const {data} = await sharp(png).ensureAlpha().extractChannel(3).raw().toBuffer({resolveWithObject: true});
    return data.reduce((sum, alpha) => sum + alpha, 0); };
  const [thin, wide] = [await ink('lll'), await ink('MMM')];
  require('node:fs').writeFileSync('/dev/termination-log', thin > 0 && wide > 1.5 * thin ? 'letters' : 'boxes'); })`;

const measure = `const sharp = require('/app/node_modules/sharp');
sharp('/ad/image/ad-1.png').metadata().then(({width, height, format}) =>
  require('node:fs').writeFileSync('/dev/termination-log', [format, width, height].join(' ')));`;

const security = {
  runAsNonRoot: true,
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

interface Look {
  name: string;
  image: string;
  command?: readonly string[];
  args?: readonly string[];
  env?: Record<string, string>;
}

const container = ({ name, image, command, args, env = {} }: Look) => ({
  name,
  image,
  imagePullPolicy: 'Never',
  ...(command && { command }),
  ...(args && { args }),
  env: Object.entries({ LOGO: logo, ...env }).map(([key, value]) => ({ name: key, value })),
  securityContext: security,
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'ad', mountPath: '/ad' },
    { name: 'request', mountPath: '/request' },
  ],
});

const place = (path: string) => ({ kind: 'file', path });

/** Returns a container that starts as the image does by default: with its entry point and the command `stage`. */
function stage(name: string, inputs: readonly string[], outputs: readonly string[]) {
  const input = {
    jobId: 'one',
    stage: name,
    attempt: 1,
    inputs: {
      request: place('/request/request.json'),
      ...Object.fromEntries(inputs.map((file) => [file, place(`/ad/${file}`)])),
    },
    outputs: Object.fromEntries(outputs.map((file) => [file, place(`/ad/${name}/${file}`)])),
    result: place(`/ad/${name}/result.json`),
    earlier: Object.fromEntries(
      inputs.map((file): [string, { state: string }] => [file.replace(/\/.*/, ''), { state: 'Succeeded' }]),
    ),
  };
  return container({
    name,
    image: images.stage,
    env: { ADWRIGHT_STAGE_INPUT: JSON.stringify(input), ADWRIGHT_EGRESS_ALLOW: '127.0.0.1/32:8088' },
  });
}

const node = (name: string, image: string, program: string) =>
  container({ name, image, command: ['node', '-e', program] });
const shell = (name: string, words: string) =>
  container({ name, image: images.service, command: ['sh', '-c', `${words} > /dev/termination-log`] });

/** Programs that the browser image should not have. */
const missing = ['/bin/sh', '/usr/local/bin/node', '/usr/bin/apt-get', '/usr/bin/gcc'];
const nameOf = (path: string): string => `browser${path.replaceAll('/', '-')}`;

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'images' },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: { fsGroup: 1000 },
    initContainers: [
      {
        ...container({ name: 'site', image: images.stage, command: ['node', '-e', site], env: { PAGE: page } }),
        restartPolicy: 'Always',
      },
      node(
        'folders',
        images.stage,
        "for (const n of ['onboarding','concept','image']) require('fs').mkdirSync('/ad/' + n)",
      ),
      stage('onboarding', [], ['brand.json']),
      stage('concept', ['onboarding/brand.json'], ['concept.json']),
      stage('image', ['onboarding/brand.json', 'concept/concept.json'], [...drawnFiles, 'ad-1.png']),
      node('film-image', images.film, lookAbout),
      node('use-film', images.film, useFilm),
    ],
    containers: [
      node('measure', images.stage, measure),
      node('draw-svg', images.stage, drawSvg),
      node('stage-image', images.stage, lookAbout),
      node('service-image', images.service, lookAbout),
      // The entry point of the browser image without arguments, and programs that the image should not have.
      container({ name: 'browser-image', image: images.browser }),
      ...missing.map((path) => container({ name: nameOf(path), image: images.browser, command: [path] })),
      shell('version', 'adwright --version'),
      shell('help', 'adwright --help'),
    ],
    volumes: [
      { name: 'tmp', emptyDir: {} },
      { name: 'ad', emptyDir: {} },
      { name: 'request', configMap: { name: 'request' } },
    ],
  },
};

const request = {
  type: 'image_ad',
  accountRef: { name: 'a' },
  image: {
    brandData: { brandUrl: 'http://127.0.0.1:8088/' },
    productMetadata: { productImages: null },
    generationMetadata: { aspectRatios: '1:1' },
  },
};

const Ended = z.object({ exitCode: z.number(), message: z.string().default('') });
const Status = z.object({ name: z.string(), state: z.object({ terminated: Ended.optional() }) });
const Pod = z.object({
  status: z.object({
    phase: z.string(),
    initContainerStatuses: z.array(Status).default([]),
    containerStatuses: z.array(Status).default([]),
  }),
});
const Inside = z.object({
  uid: z.number(),
  gid: z.number(),
  megabytes: z.number(),
  writes: z.array(z.string()),
  tools: z.array(z.string()),
  packages: z.array(z.string()),
  compiled: z.number(),
  arenas: z.string(),
});

let cluster: TestCluster;
let ended: Map<string, z.infer<typeof Ended> | undefined>;
beforeAll(async () => {
  cluster = openTestCluster();
  const { client } = cluster;
  const path = `/api/v1/namespaces/${await cluster.namespace('images')}`;
  const configMap = { metadata: { name: 'request' }, data: { 'request.json': JSON.stringify(request) } };
  await client.json({ method: 'POST', path: `${path}/configmaps`, body: configMap });
  await client.json({ method: 'POST', path: `${path}/pods`, body: pod });
  let status: z.infer<typeof Pod>['status'] | undefined;
  await until(async () => {
    ({ status } = Pod.parse(await client.json({ method: 'GET', path: `${path}/pods/images` })));
    return ['Succeeded', 'Failed'].includes(status.phase);
  }, 120);
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  ended = new Map(all.map(({ name, state }) => [name, state.terminated]));
});
afterAll(() => cluster.close());

describe('stage image', () => {
  test.each([
    ['onboarding', /^Harbour Tea: .* a logo, no product\.$/],
    ['concept', /./],
    ['image', /./],
  ])('the stage image runs the stage %s', (name, summary) => {
    expect(ended.get(name)).toMatchObject({ exitCode: 0 });
    const message: unknown = JSON.parse(ended.get(name)?.message ?? '');
    expect(message).toMatchObject({ ref: 'result.json', summary: expect.stringMatching(summary) });
  });

  test('the stages draw the ad', () => {
    expect(ended.get('measure')?.message).toBe('png 1024 1024');
  });

  test('the stage image draws an SVG in its own process with its letters', () => {
    expect(ended.get('draw-svg')?.message).toBe('letters');
  });

  test('the stage image contains only what a stage needs and no shell', () => {
    const { megabytes, compiled, ...inside } = Inside.parse(JSON.parse(ended.get('stage-image')?.message ?? ''));
    expect(inside).toEqual({ uid: 1000, gid: 1000, writes: ['/tmp'], tools: [], packages: ['sharp'], arenas: '2' });
    expect(megabytes).toBeLessThan(megabytesMax.stage);
    expect(compiled).toBeGreaterThan(300);
  });
});

describe('film image', () => {
  test('the film image adds encoder and voice to the stage image, and no shell', () => {
    const stage = Inside.parse(JSON.parse(ended.get('stage-image')?.message ?? ''));
    const { megabytes, compiled: _, ...inside } = Inside.parse(JSON.parse(ended.get('film-image')?.message ?? ''));
    expect(inside).toEqual({ uid: 1000, gid: 1000, writes: ['/tmp'], tools: [], packages: ['sharp'], arenas: '2' });
    expect(megabytes - stage.megabytes).toBeLessThanOrEqual(megabytesMax.filmOverStage);
  });

  test('the film image runs its programs and has the voice with a note of its origin', () => {
    const used: unknown = JSON.parse(ended.get('use-film')?.message ?? '');
    expect(used).toEqual({ starts: [0, 0], voice: 'kokoro-82m/af_heart', notice: true });
  });
});

describe('browser image', () => {
  test('the browser image starts only its own program, which needs arguments', () => {
    expect(ended.get('browser-image')).toEqual({ exitCode: 2, message: '' });
    for (const path of missing) expect(ended.get(nameOf(path))?.message).toMatch(/no such file or directory/);
  });
});

describe('service image', () => {
  test('the service image contains the whole program and a shell, but no build tools', () => {
    const { megabytes, compiled, ...inside } = Inside.parse(JSON.parse(ended.get('service-image')?.message ?? ''));
    expect(inside).toEqual({
      uid: 1000,
      gid: 1000,
      writes: ['/tmp'],
      tools: ['sh'],
      packages: ['@kubernetes/client-node', '@aws-sdk/client-s3', 'express', 'sharp'],
      arenas: '2',
    });
    expect(megabytes).toBeLessThan(megabytesMax.service);
    expect(compiled).toBeGreaterThan(300);
  });

  test('the service image has `adwright` on its path', () => {
    expect(ended.get('version')).toEqual({ exitCode: 0, message: `${programVersion()}\n` });
    expect(ended.get('help')).toMatchObject({ exitCode: 0, message: expect.stringContaining('Usage: adwright') });
  });
});
