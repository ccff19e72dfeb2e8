import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { ModelFailure, modelFailureKinds } from '../../src/models/model-failure.ts';
import type { CutoutTask, ImageTask, ModelPort, TaskOf, VideoTask } from '../../src/models/model-task.ts';
import type { ModelEntry } from '../../src/models/model-entry.ts';
import { openProvider } from '../../src/models/providers/registry.ts';
import { entryAt, rigDeps } from '../support/models/model-rig.ts';
import { startModelServer, type ServerReply } from '../support/models/model-server.ts';
import { resultFiles } from '../support/models/result-files.ts';
import { sampleMp4 } from '../support/models/sample-results.ts';
import { callIdsForTests } from './model-provider.ts';

const folder = join(import.meta.dirname, '..', 'support', 'models', 'recorded-work');

/** Replies of a provider, in the order of the requests, and what they mean. URLs and files of results are replaced. */
const Recording = z.strictObject({
  source: z.url(),
  /** The source quotes the last reply. False: it is written in the form that the source describes. */
  isQuoted: z.boolean(),
  provider: z.enum(['videos-api', 'fal', 'replicate', 'veo', 'comfyui']),
  port: z.enum(['image', 'cutout', 'video']),
  model: z.string(),
  options: z.record(z.string(), z.unknown()).default({}),
  replies: z
    .array(
      z.strictObject({
        status: z.int(),
        headers: z.record(z.string(), z.string()).default({}),
        body: z.union([z.enum(['<png>', '<mp4>']), z.looseObject({}), z.array(z.unknown())]),
      }),
    )
    .min(1),
  means: z.union([
    z.strictObject({ mediaType: z.string() }),
    z.strictObject({ failure: z.enum(modelFailureKinds) }),
    z.strictObject({ state: z.enum(['pending', 'lost']) }),
  ]),
});
type Recording = z.infer<typeof Recording>;

const recordings = readdirSync(folder)
  .sort()
  .map((file): [string, Recording] => [
    file.replace(/\.json$/, ''),
    Recording.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  ]);

const picture = { bytes: resultFiles.png, mediaType: 'image/png' };
const size = { width: 720, height: 1280 };
const tasks: { image: ImageTask; cutout: CutoutTask; video: VideoTask } = {
  image: { port: 'image', prompt: 'A bottle', size, references: [], seed: 7 },
  cutout: { port: 'cutout', picture },
  video: { port: 'video', prompt: 'A bottle', picture, seconds: 5, size, seed: 7 },
};

/** Submits a task and polls it once. */
async function outcomeOf<Port extends ModelPort>(entry: ModelEntry, port: Port, task: TaskOf<Port>) {
  const { signal } = new AbortController();
  const provider = await openProvider(entry, port, rigDeps(entry));
  const work = await provider.submit(task, callIdsForTests, signal);
  return work.kind === 'accepted' ? provider.poll?.(work.handle, signal) : work;
}

function outcome(entry: ModelEntry, port: Recording['port']) {
  if (port === 'image') return outcomeOf(entry, port, tasks.image);
  return port === 'cutout' ? outcomeOf(entry, port, tasks.cutout) : outcomeOf(entry, port, tasks.video);
}

/** Returns what the replies mean to a provider. */
async function meaningOf({ provider, port, model, options, replies }: Recording): Promise<unknown> {
  const left = [...replies];
  const server = await startModelServer((): ServerReply => {
    const { body = {}, ...reply } = left.shift() ?? { status: 500 };
    if (body === '<png>' || body === '<mp4>')
      return { ...reply, body: body === '<png>' ? resultFiles.png : sampleMp4() };
    return { ...reply, body: JSON.stringify(body).replaceAll('{base}', server.url) };
  });
  const entry = entryAt(server, { provider, model, options });
  try {
    const state = await outcome(entry, port);
    expect(left).toEqual([]);
    return state?.kind === 'answered' ? { mediaType: state.answer.mediaType } : { state: state?.kind };
  } catch (error) {
    if (error instanceof ModelFailure) return { failure: error.kind };
    throw error;
  } finally {
    await server.close();
  }
}

test.each(recordings)('%s means what its source says', async (_, recording) => {
  expect(await meaningOf(recording)).toEqual(recording.means);
});
