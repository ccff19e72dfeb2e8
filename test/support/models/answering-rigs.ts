import { httpFailure } from '../../../src/models/connection/http-failure.ts';
import type { ImageTask } from '../../../src/models/model-task.ts';
import { answering, repeatRule } from '../../../src/models/providers/provider-adapters.ts';
import { typedResult } from '../../../src/models/providers/result-type.ts';
import { entryAt, rigDeps } from './model-rig.ts';
import { startModelServer } from './model-server.ts';
import { resultFiles } from './result-files.ts';
import { openedWork, type WorkRig } from './work-rigs.ts';
import { Works, wireSettings } from './work-wire.ts';

const task: ImageTask = {
  ...{ port: 'image', prompt: 'A bottle on a beach.', references: [], seed: 7 },
  size: { width: 1024, height: 1024 },
};

/** A provider without ids, whose answer is the picture. With `idempotency`, its server does one work for each key. */
function answeringRig(idempotency: boolean): WorkRig {
  const entry: WorkRig['entry'] = (server) => entryAt(server, { provider: 'openai-compatible', model: 'sync' });
  return {
    ...{ name: `a provider that answers ${idempotency ? 'with' : 'without'} idempotency keys`, port: 'image', entry },
    mediaType: 'image/png',
    start: async (changes) => {
      const [works, settings] = [new Works(), wireSettings(resultFiles.png, changes)];
      const server = await startModelServer((request) => {
        const id = idempotency ? String(request.headers['idempotency-key']) : works.nextId();
        if (works.find(id) === undefined) works.accept(id, request);
        return { headers: { 'content-type': 'image/png' }, body: settings.result };
      });
      return { ...server, works, settings };
    },
    open: (wire, deps = rigDeps(entry(wire))) => {
      const provider = answering<'image'>(repeatRule(idempotency), async (_, { idempotencyKey }, signal) => {
        const headers = { 'idempotency-key': idempotencyKey };
        const response = await deps.connection.fetch(`${wire.url}/pictures`, { method: 'POST', headers, signal });
        const bytes = Buffer.from(await response.arrayBuffer());
        if (!response.ok) throw httpFailure(response.status, response.headers, bytes.toString());
        return typedResult('picture', bytes);
      });
      return Promise.resolve(openedWork(entry(wire), provider, task));
    },
    use: () => undefined,
  };
}

export const answeringRigs: readonly WorkRig[] = [answeringRig(false), answeringRig(true)];
