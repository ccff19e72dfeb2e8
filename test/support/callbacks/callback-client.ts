import { deleteJob } from '../../../src/api/handlers/delete-job.ts';
import { replayCallback } from '../../../src/api/handlers/replay-callback.ts';
import type { Handler } from '../../../src/api/route.ts';
import { JobIndex } from '../../../src/api/jobs/job-index.ts';
import { JobReader } from '../../../src/api/jobs/job-reader.ts';
import { ResponseCache } from '../../../src/api/jobs/response-cache.ts';
import { problems } from '../../../src/errors/problems.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { CallbackWorld } from './callback-world.ts';
import { acme, namespace } from '../installation/objects.ts';

/** A client of an API replica that has received no watch events, so that every request reads the stores. */
export class CallbackClient {
  readonly #handlers: { erase: Handler; replay: Handler };
  readonly #world: CallbackWorld;

  constructor(world: CallbackWorld) {
    this.#world = world;
    const { rig, archive, clock } = world;
    const { store, ledger, artifacts } = rig;
    const jobs = new JobReader({
      ...{
        index: new JobIndex(),
        cache: new ResponseCache(),
        store,
        namespace,
        intents: ledger.intents,
        archive,
        clock,
      },
      staleSeconds: () => Infinity, // every job may be too new for the archive
      stop: new AbortController().signal,
    });
    const changes = { file: () => undefined };
    this.#handlers = {
      erase: deleteJob({ jobs, store, archive, artifacts, ledger, changes }),
      replay: replayCallback({ jobs, store, archive, clock, changes }),
    };
  }

  /** Calls the handler of `DELETE /jobs/{job_id}` and returns the response status. */
  erase(key: ObjectKey): Promise<number> {
    return this.#ask(this.#handlers.erase, key);
  }

  /** Calls the handler of `POST /jobs/{job_id}/deliveries/replay` and returns the response status. */
  replay(key: ObjectKey): Promise<number> {
    return this.#ask(this.#handlers.replay, key);
  }

  async #ask(handle: Handler, { name }: ObjectKey): Promise<number> {
    const answer = await handle({
      ...{
        method: 'POST',
        url: '/',
        params: { job_id: name },
        query: new URLSearchParams(),
        headers: {},
        remoteAddress: '127.0.0.1',
        requestId: 'request',
        body: undefined,
        callerNow: () => Promise.resolve(undefined),
      },
      caller: {
        kind: 'key',
        ...{ key: { namespace, name: 'acme-key' }, account: acme },
        limits: { imageCreatesPerMinute: 1, videoCreatesPerMinute: 1, jobReadsPerMinute: 1 },
      },
      gone: () => new AbortController().signal,
    });
    await this.#world.record();
    return answer.kind === 'problem' ? problems[answer.problem.code].status : answer.status;
  }
}
