import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Clock } from '../../src/clock/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { readStageConfig } from '../../src/config/stage-config.ts';
import { createPipelineController, type PipelineController } from '../../src/controllers/pipeline/controller.ts';
import type { PipelineDeps } from '../../src/controllers/pipeline/deps.ts';
import { createPipelineMetrics } from '../../src/controllers/pipeline/metrics.ts';
import { siblingKey } from '../../src/domain/artifact-keys.ts';
import { jobIdOf } from '../../src/domain/job-view.ts';
import { adJobKind } from '../../src/domain/kinds.ts';
import { stageEnvironment, terminationMessagePath } from '../../src/launch/stage-environment.ts';
import type { StageAttempt } from '../../src/launch/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import type { AdJob } from '../../src/schema/adjob.ts';
import { runAttempt } from '../../src/stages/attempt.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { imageRequest, imageSpec } from '../support/pipeline/build-job.ts';
import type { PipelineRig } from '../support/pipeline/pipeline-rig.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { Terminal } from '../support/process/terminal.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { until } from '../support/process/until.ts';

/** A pipeline whose AdJobs are in `store`. The rig has the files, the ledger and the launcher. */
export interface RedrawPlace {
  rig: PipelineRig;
  store: ObjectStore;
  deps: PipelineDeps;
  namespace: string;
  createJob(spec: AdJob['spec']): Promise<ObjectKey>;
  /** Deletes all jobs while the controller still runs, which removes their finalizers. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** A request that needs no concept stage. */
const spec = () =>
  imageSpec({
    image: {
      brandData: { brandUrl: 'https://brand.example/', brandName: 'Verdane' },
      adCopies: [{ copyType: 'headline', copyText: 'Cold water, all day' }],
      generationMetadata: { ...imageRequest().generationMetadata, userDirection: 'Quiet and elegant' },
    },
  });

/** Defines the tests of `adwright jobs redraw` for AdJobs that only the controller and the command can see. */
export function redrawContract(name: string, open: (publicBase: string) => Promise<RedrawPlace>): void {
  describe(`a job in ${name} that is drawn again`, () => {
    const folder = temporaryFolder();
    const terminal = new Terminal();
    let place: RedrawPlace;
    let server: Server;
    let stop: AbortController;
    let controller: PipelineController;
    let registry: Registry;
    let key: ObjectKey;
    let runs = 0;
    let isServing = true;
    /** Bytes that the server sends after each file. */
    let surplus = Buffer.alloc(0);

    beforeAll(async () => {
      server = createServer((request, response) => {
        const path = `jobs/${(request.url ?? '').replace('/files/', '')}`;
        const bytes = isServing ? place.rig.artifacts.get(path, 10_000_000) : Promise.resolve(undefined);
        void bytes.then((body) => response.writeHead(body ? 200 : 404).end(body && Buffer.concat([body, surplus])));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      place = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await start();
      key = await finishedJob();
    });
    afterAll(async () => {
      await place.empty();
      server.close();
      await halt();
      await place.close();
      folder.remove();
    });

    async function start(): Promise<void> {
      stop = new AbortController();
      registry = new Registry();
      controller = createPipelineController({ ...place.deps, metrics: createPipelineMetrics(registry) });
      await controller.start(stop.signal);
    }

    async function halt(): Promise<void> {
      stop.abort();
      await controller.drain();
    }

    const job = async (of = key): Promise<AdJob> => {
      const found = await place.store.get(adJobKind, of);
      if (found === undefined) throw new Error('the AdJob is gone');
      return found;
    };

    async function running(stage: string, of = key): Promise<StageAttempt> {
      const find = () => place.rig.launcher.alive.find((one) => one.owner.key.name === of.name && one.stage === stage);
      await until(() => find() !== undefined);
      const found = find();
      if (found === undefined) throw new Error('the attempt has ended');
      return found;
    }

    /** Runs the stage of an attempt in this process and ends the attempt. */
    async function perform(launched: StageAttempt): Promise<void> {
      const places = { scratchFolder: folder.path, compileCacheFolder: folder.path, path: '' };
      const environment = stageEnvironment(launched.input, places, { ADWRIGHT_LOG_LEVEL: 'silent' });
      const settings = readStageConfig(environment);
      const exitCode = await runAttempt({ stop: new AbortController().signal, settings });
      const message = readFileSync(terminationMessagePath(folder.path), 'utf8');
      place.rig.launcher.end(launched, { exitCode, message });
    }

    async function finishedJob(): Promise<ObjectKey> {
      const made = await place.createJob(spec());
      const unread = JSON.stringify({
        code: 'brand_unreadable',
        sentence: 'The page does not exist.',
        unread: 'HTTPStatus',
      });
      place.rig.launcher.end(await running('onboarding', made), { exitCode: 0, message: unread });
      await perform(await running('image', made));
      await until(async () => (await job(made)).status?.phase === 'SUCCESS');
      return made;
    }

    /** Starts the command; `out` is its folder. */
    function redraw(id = key.name, clock: Clock = systemClock): { code: Promise<number>; out: string } {
      runs += 1;
      const out = join(folder.path, `out-${runs}`);
      const parts = { store: () => Promise.resolve(place.store), namespace: place.namespace };
      const redrawn = { ...parts, redraw: () => Promise.resolve(undefined) };
      return { code: terminal.run(['jobs', 'redraw', id, '--out', out], { ...redrawn, clock }), out };
    }

    const filesOf = async (prefix: string): Promise<string[]> => {
      const files = await place.rig.artifacts.list(`jobs/${jobIdOf(await job())}/`);
      return files.map((file) => file.key).filter((file) => file.includes(`/${prefix}-`));
    };

    test('gives the same file, and neither its status, its credits nor a metric changes', async () => {
      const facts = async () => [(await job()).status, await place.rig.ledger.balance({ ...key, name: 'acme' })];
      const [before, measured] = [await facts(), await registry.metrics()];
      const { code, out } = redraw();
      await perform(await running('redraw'));
      expect([await code, terminal.err]).toEqual([0, expect.stringContaining('Drawing ...')]);
      expect(terminal.out).toMatch(/^ad-1\.png +\d+ +yes$/m);
      const [first = ''] = (await filesOf('image')).filter((file) => file.endsWith('/ad-1.png'));
      const original = await place.rig.artifacts.get(first, 10_000_000);
      expect(original?.equals(readFileSync(join(out, 'ad-1.png')))).toBe(true);
      expect([await facts(), await registry.metrics()]).toEqual([before, measured]);
    });

    test('keeps the files of the latest redraw only, and its stages can reach only what they need', async () => {
      const stray = `jobs/${jobIdOf(await job())}/redraw-7-0123/ad-1.png`;
      await place.rig.artifacts.put(stray, Buffer.from('late'));
      const { code } = redraw();
      const launched = await running('redraw');
      const { attempt, input, settingsOf } = launched;
      expect(settingsOf).toBe('image');
      expect(Object.keys(input.inputs)).toEqual([
        'request',
        'previous/materials.bin',
        'previous/brief.json',
        'previous/result.json',
      ]);
      expect(Object.keys(input.outputs)).toEqual(['ad-1.png']);
      await perform(launched);
      expect(await code).toBe(0);
      const folders = new Set((await filesOf('redraw')).map((file) => siblingKey(file, '')));
      expect([...folders]).toEqual([expect.stringContaining(`/redraw-${attempt}-`)]);
    });

    test('is drawn although the controller is restarted meanwhile, and not twice at once', async () => {
      const { code } = redraw();
      const launched = await running('redraw');
      await halt();
      await start();
      const other = new Terminal();
      const second = { store: () => Promise.resolve(place.store), namespace: place.namespace };
      const args = ['jobs', 'redraw', key.name, '--out', folder.path];
      expect(await other.run(args, { ...second, redraw: () => Promise.resolve(undefined) })).toBe(1);
      expect(other.err).toContain('is being drawn again already');
      await perform(launched);
      expect(await code).toBe(0);
    });

    test('reports why it could not be drawn, and can be drawn later', async () => {
      const { code } = redraw();
      place.rig.launcher.end(await running('redraw'), { reason: 'unschedulable', exitCode: null });
      expect(await code).toBe(1);
      expect(terminal.err).toContain('could not be drawn again. The cluster found no node that could run the stage.');
    });

    test('reports a time-out', async () => {
      const clock = new FakeClock();
      const { code } = redraw(key.name, clock);
      const launched = await running('redraw');
      await until(() => terminal.err.includes('Drawing ...'));
      await clock.advance(15 * 60_000);
      expect(await code).toBe(5);
      expect(terminal.err).toContain('was not drawn again within 900 s (drawing).');
      place.rig.launcher.end(launched, { exitCode: 1 });
      await until(async () =>
        Object.values((await job()).metadata.annotations ?? {}).some((text) => /failed/.test(text)),
      );
    });

    test('reports a file that cannot be downloaded', async () => {
      const { code } = redraw();
      const launched = await running('redraw');
      isServing = false;
      await perform(launched);
      expect(await code).toBe(1);
      isServing = true;
      expect(terminal.err).toMatch(/ad-1\.png cannot be downloaded: status 404 \(http:.*ad-1\.png\)/);
    });

    test('does not download more bytes than were drawn', async () => {
      const { code } = redraw();
      const launched = await running('redraw');
      surplus = Buffer.alloc(1);
      await perform(launched);
      expect(await code).toBe(1);
      surplus = Buffer.alloc(0);
      expect(terminal.err).toMatch(/ad-1\.png cannot be downloaded: it has more than the \d+ bytes that were drawn/);
    });

    test('does not wait forever for a file', async () => {
      const clock = new FakeClock();
      const { code } = redraw(key.name, clock);
      const launched = await running('redraw');
      let asked = false;
      const answer = server.listeners('request');
      server.removeAllListeners('request').on('request', () => (asked = true));
      await perform(launched);
      await until(() => asked);
      await clock.advance(5 * 60_000);
      expect(await code).toBe(1);
      server.removeAllListeners('request');
      for (const listener of answer) server.on('request', listener as () => void);
      expect(terminal.err).toContain('ad-1.png cannot be downloaded: the time limit of 300 s has passed');
    });

    const calls = ['get', 'stat', 'list', 'access', 'deleteTree'] as const;
    test.each<[string, (typeof calls)[number][]]>([
      ['that is unreachable', [...calls]],
      ['that refuses to list files', ['list']],
      ['that gives no access', ['access']],
    ])('fails with an artifact store %s', async (_, broken) => {
      const restore = breakStore(broken);
      expect(await redraw().code).toBe(1);
      restore();
      expect(terminal.err).toContain('The artifact store cannot be reached.');
      expect(place.rig.launcher.alive.filter(({ stage }) => stage === 'redraw')).toEqual([]);
    });

    test('fails if the artifact store is unreachable when its pod has ended', async () => {
      const { code } = redraw();
      const launched = await running('redraw');
      const restore = breakStore(calls);
      place.rig.launcher.end(launched);
      expect(await code).toBe(1);
      restore();
      expect(terminal.err).toContain('because the artifact store cannot be reached.');
    });

    /** Makes calls of the artifact store fail. Returns a function that repairs them. */
    function breakStore(broken: readonly (typeof calls)[number][]): () => void {
      const { artifacts } = place.rig;
      for (const call of broken) Object.assign(artifacts, { [call]: () => Promise.reject(new Error('ECONNREFUSED')) });
      return () => {
        for (const call of broken) Reflect.deleteProperty(artifacts, call);
      };
    }

    test('waits for a slot', async () => {
      const { config } = place.deps;
      const { maxRunningJobs } = config;
      const { artifacts } = place.rig;
      let looked = false;
      artifacts.stat = (file) => {
        looked = true;
        Reflect.deleteProperty(artifacts, 'stat');
        return artifacts.stat(file);
      };
      config.maxRunningJobs = 0;
      const { code } = redraw();
      await until(() => looked);
      await halt();
      expect(place.rig.launcher.alive.filter(({ stage }) => stage === 'redraw')).toEqual([]);
      config.maxRunningJobs = maxRunningJobs;
      await start();
      await perform(await running('redraw'));
      expect(await code).toBe(0);
    });

    test('exits with 3 if it does not exist', async () => {
      expect(await redraw('0199a3c4-0000-7cc2-9d1f-2f4b8a6c7d10').code).toBe(3);
    });

    test('is refused while it is not finished', async () => {
      const unfinished = await place.createJob(spec());
      await running('onboarding', unfinished);
      expect(await redraw(unfinished.name).code).toBe(1);
      expect(terminal.err).toContain('The job has not ended yet.');
    });

    test('is not drawn any more when it is deleted, and no file stays', async () => {
      const { code } = redraw();
      await running('redraw');
      const id = jobIdOf(await job());
      await place.store.delete(adJobKind, key);
      expect(await code).toBe(1);
      expect(terminal.err).toContain('was archived or deleted');
      expect(place.rig.launcher.alive.filter(({ owner }) => owner.key.name === key.name)).toEqual([]);
      expect(await place.rig.artifacts.list(`jobs/${id}/`)).toEqual([]);
    });

    test('leaves no file if the AdJob disappears while it is launched', async () => {
      key = await finishedJob();
      const id = jobIdOf(await job());
      const { launcher } = place.rig;
      launcher.launch = async (attempt) => {
        Reflect.deleteProperty(launcher, 'launch');
        await launcher.launch(attempt);
        await place.store.patch(adJobKind, key, { metadata: { finalizers: [] } });
        await place.store.delete(adJobKind, key);
      };
      expect(await redraw().code).toBe(1);
      await until(async () => (await place.rig.artifacts.list(`jobs/${id}/`)).length === 0);
      expect(launcher.alive.filter(({ owner }) => owner.key.name === key.name)).toEqual([]);
    });

    test('reports a brief that is not stored any more', async () => {
      key = await finishedJob();
      const [brief = ''] = (await filesOf('image')).filter((file) => file.endsWith('/brief.json'));
      await place.rig.artifacts.deleteFile(brief);
      expect(await redraw().code).toBe(1);
      expect(terminal.err).toContain('The brief of the job is not stored any more.');
    });
  });
}
