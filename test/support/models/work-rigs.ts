import type { CallEnd } from '../../../src/models/calls/running-call.ts';
import type { PaidCalls } from '../../../src/models/calls/paid-calls.ts';
import { openModelConnection } from '../../../src/models/connection/model-connection.ts';
import type { ModelEntry } from '../../../src/models/model-entry.ts';
import type { CutoutTask, ImageTask, ModelPort, TaskOf, VideoTask } from '../../../src/models/model-task.ts';
import type { CallIds, ModelProvider, Submission } from '../../../src/models/provider.ts';
import type { ProviderDeps } from '../../../src/models/providers/provider-deps.ts';
import type { ProviderName } from '../../../src/models/providers/provider-names.ts';
import { openProvider } from '../../../src/models/providers/registry.ts';
import { storedEgress, type Stored } from '../network/stored-egress.ts';
import { startComfyuiWire } from './comfyui-wire.ts';
import { startFalWire } from './fal-wire.ts';
import { entryAt, rigDeps } from './model-rig.ts';
import type { ModelServer } from './model-server.ts';
import { startReplicateWire } from './replicate-wire.ts';
import { resultFiles } from './result-files.ts';
import { sampleMp4 } from './sample-results.ts';
import { startVeoWire } from './veo-wire.ts';
import { startVideosWire, type VideosDialect } from './videos-wire.ts';
import type { WorkWire, WireSettings } from './work-wire.ts';

/** A provider whose work has an id, the server of its wire format, and a task for its port. */
export interface WorkRig {
  name: string;
  port: ModelPort;
  mediaType: string;
  start: (changes?: Partial<WireSettings>) => Promise<WorkWire>;
  entry: (server: Pick<ModelServer, 'url' | 'addresses'>) => ModelEntry;
  open: (wire: WorkWire, deps?: ProviderDeps) => Promise<OpenedWork>;
  /** Calls a function with what depends on the type of the port. */
  use: (call: <Port extends ModelPort>(parts: PortParts<Port>) => void) => void;
}

interface PortParts<Port extends ModelPort> {
  task: TaskOf<Port>;
  open: (wire: WorkWire) => Promise<ModelProvider<Port>>;
}

/** A provider that is connected to a server. */
export interface OpenedWork extends Pick<ModelProvider<never>, 'repeat' | 'poll' | 'find'> {
  submit: (ids: CallIds, signal: AbortSignal) => Promise<Submission>;
  /** Makes the call as one of the paid calls of an attempt. */
  make: (calls: PaidCalls, stop: AbortSignal) => Promise<CallEnd>;
}

const picture = { bytes: resultFiles.png, mediaType: 'image/png' };
const video: VideoTask = {
  ...{ port: 'video', prompt: 'A bottle turns slowly.', picture, seconds: 5, seed: 7 },
  size: { width: 720, height: 1280 },
};
const image: ImageTask = {
  ...{ port: 'image', prompt: 'A bottle on a beach.', references: [picture], seed: 7 },
  size: { width: 1024, height: 1024 },
};
const cutout: CutoutTask = { port: 'cutout', picture };

/** Returns what a provider needs for an entry, with `files` as the results on other hosts. */
export function depsWith(entry: ModelEntry, files: Record<string, Stored>): ProviderDeps {
  const settings = { allow: '', deny: '', proxy: undefined, proxyCredentialsFile: undefined };
  const connection = openModelConnection(entry, { settings, noProxy: '', egress: storedEgress(files) });
  return { ...rigDeps(entry), connection };
}

interface RigParts {
  provider: ProviderName;
  model: string;
  /** Path of the base URL at the server. */
  path?: string;
  options?: ModelEntry['options'];
  start: WorkRig['start'];
  label?: string;
}

/** Returns the parts of a provider for one task. */
export function openedWork<Port extends ModelPort>(
  entry: ModelEntry,
  provider: ModelProvider<Port>,
  task: TaskOf<Port>,
): OpenedWork {
  return {
    ...provider,
    submit: (ids, signal) => provider.submit(task, ids, signal),
    make: (calls, stop) => calls.make({ number: 1, entry, provider, task }, stop),
  };
}

function rig<Port extends 'image' | 'cutout' | 'video'>(
  port: Port,
  task: TaskOf<Port>,
  { start, path = '', label = '', ...parts }: RigParts,
): WorkRig {
  const at = (server: Pick<ModelServer, 'url' | 'addresses'>): ModelEntry =>
    entryAt(server, { ...parts, baseUrl: server.url + path });
  const open = (wire: WorkWire, deps?: ProviderDeps): Promise<ModelProvider<Port>> => {
    const entry = at(wire);
    return openProvider(entry, port, deps ?? rigDeps(entry, { key: wire.settings.key }));
  };
  return {
    ...{ name: `${parts.provider} ${port}${label}`, port, start, entry: at },
    mediaType: port === 'video' ? 'video/mp4' : 'image/png',
    open: async (wire, deps) => openedWork(at(wire), await open(wire, deps), task),
    use: (call) => {
      call({ task, open });
    },
  };
}

const videosRig = (dialect: VideosDialect, task: VideoTask): WorkRig =>
  rig('video', task, {
    ...{ provider: 'videos-api', model: 'wan-2.2', path: '/v1', options: { dialect } },
    start: (changes) => startVideosWire(dialect, sampleMp4(), changes),
    label: `, ${dialect}${task.picture === null ? ' without a picture' : ''}`,
  });

const workflow = {
  '3': { class_type: 'KSampler', inputs: { seed: '{{seed}}', steps: 20, model: ['4', 0] } },
  '5': { class_type: 'EmptyLatentImage', inputs: { width: '{{width}}', height: '{{height}}' } },
  '6': { class_type: 'CLIPTextEncode', inputs: { text: 'advert, {{prompt}}' } },
  '9': { class_type: 'SaveImage', inputs: { images: ['3', 0], filename_prefix: 'ads/ad' } },
};
const withPicture = { '8': { class_type: 'LoadImage', inputs: { image: '{{image}}' } } };
const filmWorkflow = { ...workflow, ...withPicture };
const maskWorkflow = { ...withPicture, '9': workflow['9'] };

/** All providers whose work has an id. */
export const workRigs: readonly WorkRig[] = [
  videosRig('openai', video),
  videosRig('litellm', { ...video, picture: null }),
  videosRig('vllm-omni', video),
  videosRig('sglang', video),
  videosRig('sglang', { ...video, picture: null }),
  rig('image', image, {
    ...{ provider: 'fal', model: 'blackforestlabs/flux-3/edit' },
    start: (changes) => startFalWire('images', resultFiles.png, changes),
  }),
  rig('cutout', cutout, {
    ...{ provider: 'fal', model: 'fal-ai/birefnet/v2' },
    start: (changes) => startFalWire('images', resultFiles.png, changes),
  }),
  rig('video', video, {
    ...{ provider: 'fal', model: 'fal-ai/kling-video/v3/image-to-video', options: { seconds: 'text' } },
    start: (changes) => startFalWire('video', sampleMp4(), changes),
  }),
  rig('image', image, {
    ...{ provider: 'replicate', model: 'google/nano-banana', path: '/v1' },
    options: { picture: { field: 'image_input', isList: true } },
    start: (changes) => startReplicateWire('text', resultFiles.png, changes),
  }),
  rig('cutout', cutout, {
    ...{ provider: 'replicate', model: `lucataco/remove-bg:${'95fcc2a2'.repeat(8)}`, path: '/v1' },
    start: (changes) => startReplicateWire('text', resultFiles.png, changes),
  }),
  rig('video', video, {
    ...{ provider: 'replicate', model: 'deployments/acme/wan', path: '/v1' },
    start: (changes) => startReplicateWire('list', sampleMp4(), changes),
  }),
  rig('video', video, {
    ...{ provider: 'veo', model: 'veo-3.1-generate-preview', path: '/v1beta' },
    start: (changes) => startVeoWire(sampleMp4(), changes),
  }),
  rig(
    'image',
    { ...image, references: [] },
    {
      ...{ provider: 'comfyui', model: 'flux', options: { workflow } },
      start: (changes) => startComfyuiWire('ad_00001_.png', resultFiles.png, changes),
    },
  ),
  rig('cutout', cutout, {
    ...{ provider: 'comfyui', model: 'birefnet', options: { workflow: maskWorkflow } },
    start: (changes) => startComfyuiWire('mask_00001_.png', resultFiles.png, changes),
  }),
  rig('video', video, {
    ...{ provider: 'comfyui', model: 'wan', options: { workflow: filmWorkflow } },
    start: (changes) => startComfyuiWire('ad_00001_.mp4', sampleMp4(), changes),
  }),
];
