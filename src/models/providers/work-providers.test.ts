import { afterEach, describe, expect, test } from '@jest/globals';
import type { ServerFault } from '../../../test/support/models/model-server.ts';
import { depsWith, workRigs, type OpenedWork, type WorkRig } from '../../../test/support/models/work-rigs.ts';
import type { WireSettings, WorkWire } from '../../../test/support/models/work-wire.ts';
import type { Stored } from '../../../test/support/network/stored-egress.ts';
import { callIds } from '../calls/call-ids.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelHandle, WorkState } from '../provider.ts';

const ids = callIds('adj_1', 'image-1', { entry: 'flux', provider: 'fal', model: 'flux', input: 'input' });
const { signal } = new AbortController();
const elsewhere = 'https://cdn.example.com/result';
let wires: WorkWire[] = [];

afterEach(async () => {
  await Promise.all(wires.map((wire) => wire.close()));
  wires = [];
});

async function opened(
  rig: WorkRig,
  changes: Partial<WireSettings> = {},
  files?: Record<string, Stored>,
): Promise<{ wire: WorkWire; model: OpenedWork }> {
  const wire = await rig.start({ pendingPolls: 0, ...changes });
  wires.push(wire);
  return { wire, model: await rig.open(wire, files && depsWith(rig.entry(wire), files)) };
}

async function accepted(model: OpenedWork): Promise<ModelHandle> {
  const work = await model.submit(ids, signal);
  if (work.kind !== 'accepted') throw new Error('The work has no handle.');
  return work.handle;
}

function poll(model: OpenedWork, handle: ModelHandle): Promise<WorkState> {
  if (model.poll === undefined) throw new Error('The provider cannot be asked for work.');
  return model.poll(handle, signal);
}

/** Submits work and polls it once. */
const polledOnce = async (model: OpenedWork): Promise<WorkState> => poll(model, await accepted(model));

const failure = (kind: string): unknown => expect.objectContaining({ name: 'ModelFailure', kind });

describe.each(workRigs)('$name', (rig) => {
  test('sends a well-formed request, polls and downloads the result', async () => {
    const { wire, model } = await opened(rig, { pendingPolls: 1 });
    const handle = await accepted(model);
    expect(await poll(model, handle)).toEqual({ kind: 'pending' });
    const { result: bytes } = wire.settings;
    expect(await poll(model, handle)).toEqual({ kind: 'answered', answer: { bytes, mediaType: rig.mediaType } });
    expect(wire.works).toMatchObject({ bills: 1, problems: [] });
  });

  test('a poll passes on how long to wait, and why', async () => {
    const { wire, model } = await opened(rig);
    const handle = await accepted(model);
    wire.faults.push({ status: 429, headers: { 'retry-after': '7' } });
    expect(await poll(model, handle)).toEqual({
      ...{ kind: 'pending', retryAfterMs: 7_000, reason: failure('rate_limited') },
    });
  });

  test('a key that is refused while polling leaves the work pending', async () => {
    const { wire, model } = await opened(rig);
    const handle = await accepted(model);
    wire.faults.push({ status: 401, body: {} });
    expect(await poll(model, handle)).toEqual({ kind: 'pending', reason: failure('key_refused') });
  });

  test('a download that fails for now leaves the work pending', async () => {
    const { wire, model } = await opened(rig, { download: { status: 503 } });
    const handle = await accepted(model);
    expect(await poll(model, handle)).toMatchObject({ kind: 'pending' });
    wire.settings.download = null;
    expect((await poll(model, handle)).kind).toBe('answered');
  });

  test('work that a restarted server has lost is lost', async () => {
    const { wire, model } = await opened(rig);
    const handle = await accepted(model);
    wire.works.lose();
    expect(await poll(model, handle)).toEqual({ kind: 'lost' });
  });

  test('a result that has expired is lost', async () => {
    const { model } = await opened(rig, { download: { status: 404 } });
    expect(await polledOnce(model)).toEqual({ kind: 'lost' });
  });

  test.each<[string, Partial<WireSettings>, string]>([
    ['refused content', { ending: 'moderated' }, 'moderated'],
    ['work that fails', { ending: 'failed' }, 'unavailable'],
    ['a page in place of the result', { result: Buffer.from('<html><body>Sign in</body></html>') }, 'unreadable'],
    ['an empty result', { result: Buffer.alloc(0) }, 'empty'],
  ])('%s ends the work', async (_, changes, kind) => {
    const { model } = await opened(rig, changes);
    await expect(polledOnce(model)).rejects.toEqual(failure(kind));
  });

  test('a redirect of the download to a private address is refused', async () => {
    const metadata = 'http://169.254.169.254/latest/meta-data';
    const { model } = await opened(rig, { download: { status: 302, headers: { location: metadata } } });
    await expect(polledOnce(model)).rejects.toEqual(failure('not_allowed'));
  });

  test('a gateway that gives up may have passed on the request', async () => {
    const { wire, model } = await opened(rig);
    wire.faults.push({ status: 504, body: '<html>' });
    await expect(accepted(model)).rejects.toEqual(failure('interrupted'));
  });
});

const elsewhereRigs = workRigs.filter(({ name }) => !name.startsWith('comfyui'));

describe.each(elsewhereRigs)('$name: a result on another host', (rig) => {
  test('is fetched', async () => {
    const { result } = await rig.start().then(async (wire) => {
      await wire.close();
      return wire.settings;
    });
    const { model } = await opened(rig, { resultUrl: elsewhere }, { [elsewhere]: result });
    expect((await polledOnce(model)).kind).toBe('answered');
  });

  test.each<[string, Stored, string]>([
    ['at a private address is refused', { reason: 'url_not_allowed', detail: 'not public' }, 'not_allowed'],
    ['that is too large is refused', { reason: 'too_large', detail: 'too large' }, 'too_large'],
  ])('%s', async (_, stored, kind) => {
    const { model } = await opened(rig, { resultUrl: elsewhere }, { [elsewhere]: stored });
    await expect(polledOnce(model)).rejects.toEqual(failure(kind));
  });

  test('that cannot be reached now leaves the work pending', async () => {
    const { model } = await opened(
      rig,
      { resultUrl: elsewhere },
      { [elsewhere]: { reason: 'unreachable', detail: 'down' } },
    );
    expect(await polledOnce(model)).toEqual({ kind: 'pending', reason: expect.any(ModelFailure) });
  });
});

test.each(workRigs.filter(({ name }) => name.startsWith('videos-api')))(
  '$name: a relative URL of the result belongs to the server',
  async (rig) => {
    const { wire, model } = await opened(rig);
    wire.settings.resultUrl = `/v1/videos/work-1/content`;
    expect((await polledOnce(model)).kind).toBe('answered');
  },
);

test.each(workRigs.filter(({ name }) => name.startsWith('comfyui')))('$name: finds submitted work', async (rig) => {
  const { wire, model } = await opened(rig);
  expect(await model.find?.(ids, signal)).toBeUndefined();
  await accepted(model);
  expect(await model.find?.(ids, signal)).toEqual({ id: ids.callId });
  const fault: ServerFault = { status: 503 };
  wire.faults.push(fault);
  await expect(model.find?.(ids, signal)).rejects.toEqual(failure('unavailable'));
});

const comfyuiRigs = workRigs.filter(({ name }) => name.startsWith('comfyui'));

/** Submits work whose first request arrives only after `find` has looked for it. */
async function submittedTwice(rig: WorkRig): Promise<{ wire: WorkWire; model: OpenedWork; handle: ModelHandle }> {
  const { wire, model } = await opened(rig, { pendingPolls: 2 });
  const beforeTheWork = rig.port === 'image' ? [] : [undefined]; // the upload of the picture
  wire.faults.push(...beforeTheWork, 'late-2');
  await expect(model.submit(ids, signal)).rejects.toEqual(failure('interrupted'));
  expect(await model.find?.(ids, signal)).toBeUndefined();
  return { wire, model, handle: await accepted(model) };
}

test.each(comfyuiRigs)('$name: a request that arrives late does not run', async (rig) => {
  const { wire, model, handle } = await submittedTwice(rig);
  const states = [await poll(model, handle), await poll(model, handle), await poll(model, handle)];
  expect(states.map(({ kind }) => kind)).toEqual(['pending', 'answered', 'answered']);
  expect(states.filter((state) => state.kind !== 'lost' && state.isRepeated)).toEqual([]);
  expect(wire.works).toMatchObject({ bills: 1, problems: [] });
});

test.each(comfyuiRigs)('$name: a request that arrives late and cannot be cancelled is reported', async (rig) => {
  const { wire, model, handle } = await submittedTwice(rig);
  wire.faults.push(undefined, undefined, { status: 503 });
  expect(await poll(model, handle)).toEqual({ kind: 'pending', isRepeated: true });
});
