import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StageAttempt } from '../../src/launch/port.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { startHttpServer, type TestServer } from '../support/network/raw-server.ts';
import { terminationMessage, StageLab } from '../support/stages/stage-lab.ts';

/** Signature in the presigned URLs. No log line may contain it. */
const signature = 'sesame';

/** A file server that stores the bodies of PUT requests and answers with the statuses in `troubles`. */
let server: TestServer;
let lab: StageLab;
/** PUT requests, in order. */
let taken: { path: string; contentType: string | undefined; text: string }[];
/** Statuses of the next responses, by request as `<method> <path>`. */
let troubles: Map<string, number[]>;

beforeEach(async () => {
  lab = new StageLab();
  taken = [];
  troubles = new Map();
  server = await startHttpServer((request, response) => void handle(request, response));
});
afterEach(async () => {
  await lab.close();
  await server.close();
});

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '' } = request;
  const path = new URL(request.url ?? '', server.origin).pathname;
  const trouble = troubles.get(`${method} ${path}`)?.shift();
  const body = String(await buffer(request));
  if (trouble !== undefined) response.writeHead(trouble).end();
  else if (method === 'PUT') {
    taken.push({ path, contentType: request.headers['content-type'], text: body });
    response.end();
  } else if (path === '/request') response.end(JSON.stringify(imageSpec()));
  else response.writeHead(404).end();
}

async function attempt(): Promise<StageAttempt> {
  const made = await lab.attempt('copy');
  const at = (name: string) => ({ kind: 'url' as const, url: `${server.origin}/${name}?X-Amz-Signature=${signature}` });
  const inputs = { request: at('request'), 'early/out.txt': at('early') };
  return { ...made, input: { ...made.input, inputs, outputs: { 'out.txt': at('out') }, result: at('result') } };
}

async function run() {
  const made = await attempt();
  await lab.launcher.launch(made);
  return lab.ended(made);
}

describe('stages with presigned URLs', () => {
  afterEach(() => {
    expect(lab.logged.join('')).not.toContain(signature);
  });

  test('a stage reads its inputs from URLs, writes its outputs and then its result', async () => {
    const ended = await run();
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(terminationMessage(ended)).toMatchObject({ ref: 'result.json', summary: 'Copied two things.' });
    expect(taken).toMatchObject([
      { path: '/out', contentType: 'text/plain', text: 'https://brand.example/ nothing' },
      { path: '/result', contentType: 'application/json' },
    ]);
    expect(JSON.parse(taken[1]?.text ?? '')).toMatchObject({ stage: 'copy', attempt: 1, files: [{ name: 'out.txt' }] });
  });

  test('a stage retries temporary errors of the file server', async () => {
    troubles.set('GET /request', [503]).set('PUT /out', [500]).set('PUT /result', [502, 503]);
    expect(await run()).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(taken.map(({ path }) => path)).toEqual(['/out', '/result']);
  });

  test.each(['GET /request', 'PUT /out', 'PUT /result'])(
    'a stage whose URL expires before %s exits with 65',
    async (what) => {
      troubles.set(what, [403]);
      const ended = await run();
      expect(ended).toMatchObject({ reason: 'exited', exitCode: 65 });
      expect(terminationMessage(ended)).toEqual({ sentence: 'The signed URLs of the stage files have expired.' });
      expect(taken.map(({ path }) => path)).not.toContain('/result');
      expect(lab.logged.join('')).toContain('status 403');
    },
  );

  test('a stage whose request is refused otherwise exits with 1', async () => {
    troubles.set('PUT /out', [411]);
    const ended = await run();
    expect(ended).toMatchObject({ reason: 'exited', exitCode: 1 });
    expect(terminationMessage(ended)).toEqual({ sentence: 'The stage failed with an unexpected error.' });
    expect(lab.logged.join('')).toContain('status 411');
  });
});
