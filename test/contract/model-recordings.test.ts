import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { modelFailureKinds } from '../../src/models/model-failure.ts';
import type { ModelAnswer, ModelPort, TaskOf } from '../../src/models/model-task.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { entryAt, rigDeps } from '../support/models/model-rig.ts';
import { startModelServer } from '../support/models/model-server.ts';
import { resultFiles } from '../support/models/result-files.ts';
import { imageTask, speechTask, writingTask } from '../support/models/tasks.ts';
import { answerOf, failureOf } from './model-provider.ts';

const folder = join(import.meta.dirname, '..', 'support', 'models', 'recorded');

/** A reply of a provider, and what it means. Texts and files of results are replaced. */
const Recording = z.strictObject({
  source: z.url(),
  /** The source quotes this reply. False: the reply is written in the form that the source describes. */
  isQuoted: z.boolean(),
  provider: z.enum(['openai-compatible', 'openai', 'gemini', 'anthropic', 'elevenlabs']),
  port: z.enum(['copywriter', 'image', 'speech']),
  model: z.string().default('gemini-3.5-flash'),
  options: z.record(z.string(), z.unknown()).default({}),
  reply: z.object({
    status: z.int(),
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown(),
  }),
  means: z.union([
    z.strictObject({ mediaType: z.string(), json: z.unknown().optional() }),
    z.strictObject({ failure: z.enum(modelFailureKinds), retryAfterMs: z.number().optional() }),
  ]),
});
type Recording = z.infer<typeof Recording>;

const recordings = readdirSync(folder)
  .sort()
  .map((file): [string, Recording] => [
    file.replace(/\.json$/, ''),
    Recording.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ]);

/** Puts files in base64 in the place of `<png>`, `<jpeg>` and `<pcm>`. */
function withFiles(body: unknown): string {
  const text = JSON.stringify(body);
  return Object.entries(resultFiles).reduce(
    (all, [name, file]) => all.replaceAll(`<${name}>`, file.toString('base64')),
    text,
  );
}

async function called<Port extends ModelPort>(port: Port, recording: Recording) {
  const { provider: name, model, options, reply } = recording;
  const server = await startModelServer(({ method }) =>
    method === 'GET'
      ? { headers: { 'content-type': 'image/png' }, body: resultFiles.png }
      : {
          status: reply.status,
          headers: { 'content-type': 'application/json', ...reply.headers },
          body: withFiles(reply.body),
        },
  );
  const entry = entryAt(server, { provider: name, model, options, baseUrl: `${server.url}/v1` });
  const provider = await openProvider(entry, port, rigDeps(entry));
  return { provider, close: () => server.close() };
}

async function answered<Port extends ModelPort>(
  port: Port,
  task: TaskOf<Port>,
  recording: Recording,
): Promise<ModelAnswer> {
  const { provider, close } = await called(port, recording);
  return answerOf(provider, task).finally(close);
}

function outcome(recording: Recording): Promise<ModelAnswer> {
  switch (recording.port) {
    case 'copywriter':
      return answered('copywriter', writingTask, recording);
    case 'image':
      return answered('image', imageTask, recording);
    case 'speech':
      return answered('speech', speechTask, recording);
  }
}

describe('recorded replies of providers', () => {
  test.each(recordings)('%s means what its source says', async (_, recording) => {
    const { means } = recording;
    if ('failure' in means) {
      const { kind, retryAfterMs } = await failureOf(outcome(recording));
      expect({ kind, retryAfterMs }).toEqual({ kind: means.failure, retryAfterMs: means.retryAfterMs });
      return;
    }
    const { bytes, mediaType } = await outcome(recording);
    expect(mediaType).toBe(means.mediaType);
    if (means.json !== undefined) expect(JSON.parse(bytes.toString())).toEqual(means.json);
  });
});
