import { posix } from 'node:path';
import { adJobKind } from '../../domain/kinds.ts';
import { redrawStageName } from '../../domain/redraw.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { SealingKey } from '../../schema/sealed-text.ts';
import { sealingKeysFolder, type FileAccess } from '../../schema/stage-contract.ts';
import { encodeStageInput } from '../../schema/stage-input-text.ts';
import type { NewObject } from '../../objects/stored-object.ts';
import { jobName } from './job-name.ts';
import type { StageAttempt } from '../port.ts';
import { quantityNumber } from './quantity.ts';
import { settingsFor, type StageSettings } from '../stage-environment.ts';
import { heapMebibytes, mallocSettings, youngSpace } from '../stage-memory.ts';
import {
  accessExpiresAnnotation,
  labelsOf,
  ownerNameAnnotation,
  podSettingsAnnotation,
} from '../../domain/stage-labels.ts';
import { browserContainer, browserSocket, browserVolumes } from './browser-container.ts';
import { redrawPod } from './redraw-pod.ts';
import { podSettingsHash, stagePod, type FileSource, type StagePod, type StagePods } from './stage-pods.ts';

/**
 * Name of the container that runs the stage. When this container ends, the attempt ends, although a pod may have other
 * containers, such as a proxy of a service mesh.
 */
export const stageContainer = 'stage';

export type StageStorage = { access: 'mounts'; claimName: string; path: string } | { access: 'presigned-urls' };

export interface Installation {
  pods: StagePods;
  storage: StageStorage;
  settings: StageSettings;
  entry: readonly string[];
  startSeconds: number;
}

export interface Launch {
  now: Date;
  /**
   * Paths of the input files that exist. A missing file is not mounted, because the mount would create a folder in its
   * place.
   */
  inputs: readonly string[];
  /** Key with which the input of the stage is sealed, and its Secret in the namespace of the pod. Absent: not sealed. */
  sealing?: { secret: string; key: SealingKey } | undefined;
}

type Loose = Record<string, unknown>;

/**
 * Time in seconds from SIGTERM to SIGKILL for a pod. It is short, because a stage has nothing to clean up and ends at
 * once on SIGTERM.
 */
const terminationGraceSeconds = 5;
const lostNodeSeconds = 60;
const user = 1000;

/**
 * Returns the Kubernetes Job for an attempt. The result depends only on the arguments, apart from a sealed input.
 *
 * Guarantee: the Job runs at most once (no back-off, no restart) and is deleted with its AdJob. It has access only to
 * the files of its own attempt: it has no service account token, no shared volume and no other folder.
 */
export function stageJob(attempt: StageAttempt, installation: Installation, launch: Launch): NewObject<Loose> {
  const { owner, accessSeconds } = attempt;
  const ofStage = stagePod(installation.pods, attempt.settingsOf ?? attempt.stage);
  const { pod, settings } =
    attempt.stage === redrawStageName ? redrawPod(ofStage, installation) : { ...installation, pod: ofStage };
  const queueName = attempt.queueName ?? pod.queueName;
  const labels = { ...pod.labels, ...labelsOf(attempt) };
  const expires = new Date(launch.now.getTime() + accessSeconds * 1000);
  const { apiVersion, kind } = adJobKind;
  const { name, namespace } = owner.key;
  return {
    metadata: {
      name: jobName(attempt),
      namespace,
      labels: queueName === undefined ? labels : { ...labels, 'kueue.x-k8s.io/queue-name': queueName },
      annotations: {
        ...(attempt.stage !== redrawStageName && {
          [podSettingsAnnotation]: podSettingsHash(installation.pods, attempt.stage),
        }),
        ...(installation.storage.access === 'presigned-urls' && { [accessExpiresAnnotation]: timestamp(expires) }),
      },
      ownerReferences: [{ apiVersion, kind, name, uid: owner.uid, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      backoffLimit: 0,
      completions: 1,
      parallelism: 1,
      // The policy `Failed` counts a pod as failed only when the pod has ended, not while it is terminating.
      podReplacementPolicy: 'Failed',
      ttlSecondsAfterFinished: pod.ttlSecondsAfterFinished,
      template: {
        metadata: { labels, annotations: { ...pod.annotations, [ownerNameAnnotation]: name } },
        spec: podSpec(attempt, { ...installation, settings }, pod, launch),
      },
    },
  };
}

function podSpec(attempt: StageAttempt, installation: Installation, pod: StagePod, { inputs, sealing }: Launch): Loose {
  const storage = volumes(attempt, installation.storage, inputs);
  const files = fileVolumes(pod, installation.settings);
  const models = modelVolumes(attempt, pod, installation.settings);
  const keys = keyVolumes(sealing);
  const { browser } = pod;
  const painting = browser === undefined ? { volumes: [], mounts: [] } : browserVolumes(browser);
  return {
    restartPolicy: 'Never',
    // The kubelet measures the run time of a pod from its acceptance, so the time limit includes the pull of the image.
    activeDeadlineSeconds: attempt.deadlineSeconds + installation.startSeconds,
    terminationGracePeriodSeconds: terminationGraceSeconds,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    },
    ...(browser !== undefined && { initContainers: [browserContainer(browser)] }),
    containers: [
      {
        name: stageContainer,
        image: pod.image,
        imagePullPolicy: pod.imagePullPolicy,
        command: command(installation, pod),
        env: [...pod.extraEnv, ...environment(attempt, pod, installation.settings, sealing?.key)],
        resources: pod.resources,
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        volumeMounts: [
          { name: 'tmp', mountPath: '/tmp' },
          ...storage.mounts,
          ...files.mounts,
          ...models.mounts,
          ...keys.mounts,
          ...painting.mounts,
        ],
      },
    ],
    volumes: [
      { name: 'tmp', emptyDir: { sizeLimit: pod.tmpSizeLimit } },
      ...storage.volumes,
      ...files.volumes,
      ...models.volumes,
      ...keys.volumes,
      ...painting.volumes,
    ],
    ...place(pod),
  };
}

function command({ entry }: Installation, { resources }: StagePod): string[] {
  const heap = heapMebibytes(quantityNumber(resources.limits['memory'] ?? '') ?? 0);
  return ['node', `--max-old-space-size=${heap}`, youngSpace, ...entry];
}

/** Returns the environment that the launcher sets. A variable of the settings file for stage pods takes precedence. */
function environment(
  { input }: StageAttempt,
  { extraEnv, browser }: StagePod,
  settings: StageSettings,
  key: SealingKey | undefined,
): EnvironmentVariable[] {
  const given = extraEnv.map(({ name }) => name);
  const all = {
    HOME: '/tmp',
    TMPDIR: '/tmp',
    ...mallocSettings,
    ...settingsFor(input, settings),
    ...(browser !== undefined && { ADWRIGHT_BROWSER_SOCKET: browserSocket }),
    ADWRIGHT_STAGE_INPUT: encodeStageInput(input, key),
  };
  return Object.entries(all)
    .filter(([name, value]) => value !== '' && !given.includes(name))
    .map(([name, value]) => ({ name, value }));
}

function place(pod: StagePod): Loose {
  const { serviceAccountName, runtimeClassName, priorityClassName, affinity, topologySpreadConstraints } = pod;
  const { imagePullSecrets, nodeSelector } = pod;
  const all = {
    serviceAccountName,
    runtimeClassName,
    priorityClassName,
    affinity,
    topologySpreadConstraints,
    imagePullSecrets,
    nodeSelector,
    tolerations: [...pod.tolerations, ...lostNode(pod)],
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && !isEmpty(value)));
}

/**
 * Returns tolerations by which a pod stays on a lost node only for a limited time, and is then evicted. Adds none for a
 * taint that the settings already tolerate.
 */
function lostNode({ tolerations }: StagePod): StagePod['tolerations'] {
  const taints = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
  const isTolerated = (taint: string): boolean =>
    tolerations.some(({ key, effect }) => (key ?? taint) === taint && (effect === undefined || effect === 'NoExecute'));
  return taints
    .filter((taint) => !isTolerated(taint))
    .map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: lostNodeSeconds }));
}

function isEmpty(value: object | string): boolean {
  return Object.keys(value).length === 0;
}

interface EnvironmentVariable {
  name: string;
  value: string;
}

interface Volumes {
  volumes: Loose[];
  mounts: Loose[];
}

/**
 * Returns the volume and the mounts of a stage's pod. The folder of the attempt is mounted writable, and each input
 * file that exists is mounted read-only. The paths are the same as in this process.
 */
function volumes({ input }: StageAttempt, storage: StageStorage, present: readonly string[]): Volumes {
  if (storage.access === 'presigned-urls') return { volumes: [], mounts: [] };
  const folder = posix.dirname(pathOf(input.result));
  const files = Object.values(input.inputs)
    .map(pathOf)
    .filter((path) => present.includes(path));
  const mount = (mountPath: string): Loose => ({
    name: 'files',
    mountPath,
    subPath: subPath(storage.path, mountPath),
  });
  return {
    volumes: [{ name: 'files', persistentVolumeClaim: { claimName: storage.claimName } }],
    mounts: [mount(folder), ...files.map((path) => ({ ...mount(path), readOnly: true }))],
  };
}

/**
 * Returns read-only volumes with the files for outgoing connections (proxy credentials and trusted certificates). Each
 * file has the same path as in this process.
 */
function fileVolumes(pod: StagePod, settings: StageSettings): Volumes {
  const files = [
    { name: 'proxy', source: pod.egressProxyCredentials, path: settings.ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE },
    { name: 'trusted-ca', source: pod.trustedCaBundle, path: settings.ADWRIGHT_TRUSTED_CA_FILE },
  ].flatMap(({ name, source, path = '' }) => (source === undefined || path === '' ? [] : [{ name, source, path }]));
  return {
    volumes: files.map(({ name, source, path }) => ({ name, ...fileVolume(source, posix.basename(path)) })),
    mounts: files.map(({ name, path }) => ({ name, mountPath: posix.dirname(path), readOnly: true })),
  };
}

/**
 * Folders of the keys of models, of templates of prompts, and of workflows. The file with the models names them by these
 * paths.
 */
const modelKeysFolder = '/etc/adwright/model-keys';
const promptsFolder = '/etc/adwright-models/prompts';
const workflowsFolder = '/etc/adwright-models/workflows';

/**
 * Returns read-only volumes with the file of the models, its keys, prompts and workflows, for an attempt that may call
 * models.
 */
function modelVolumes({ input }: StageAttempt, { models }: StagePod, settings: StageSettings): Volumes {
  const { ADWRIGHT_MODELS: path = '' } = settings;
  if (input.models === undefined || models === undefined || path === '') return { volumes: [], mounts: [] };
  const sources = models.keys.map(({ name, secret, key }) => ({
    secret: { name: secret, items: [{ key, path: name }] },
  }));
  const folders = [
    { name: 'model-prompts', configMaps: models.prompts, mountPath: promptsFolder },
    { name: 'model-workflows', configMaps: models.workflows, mountPath: workflowsFolder },
  ].filter(({ configMaps }) => configMaps.length > 0);
  return {
    volumes: [
      { name: 'models', ...fileVolume({ configMap: models.configMap, key: 'models.yaml' }, posix.basename(path)) },
      { name: 'model-keys', projected: { defaultMode: 0o440, sources } },
      ...folders.map(({ name, configMaps }) => ({
        name,
        projected: { defaultMode: 0o440, sources: configMaps.map((configMap) => ({ configMap: { name: configMap } })) },
      })),
    ],
    mounts: [
      { name: 'models', mountPath: posix.dirname(path), readOnly: true },
      { name: 'model-keys', mountPath: modelKeysFolder, readOnly: true },
      ...folders.map(({ name, mountPath }) => ({ name, mountPath, readOnly: true })),
    ],
  };
}

/**
 * Returns the volume with the key of a sealed input. It has only this entry of the Secret, so a pod that waits for its
 * start can still read its input after a newer entry was added.
 */
function keyVolumes(sealing: Launch['sealing']): Volumes {
  if (sealing === undefined) return { volumes: [], mounts: [] };
  const { secret, key } = sealing;
  return {
    volumes: [{ name: 'input-key', ...fileVolume({ secret, key: key.id }, key.id) }],
    mounts: [{ name: 'input-key', mountPath: sealingKeysFolder, readOnly: true }],
  };
}

function fileVolume({ configMap, secret, key }: FileSource, path: string): Loose {
  const content = { items: [{ key, path }], defaultMode: 0o440 };
  return configMap === undefined
    ? { secret: { secretName: secret, ...content } }
    : { configMap: { name: configMap, ...content } };
}

function pathOf(access: FileAccess): string {
  if (access.kind === 'file') return access.path;
  throw new Error('Files of a volume must have a path, not a URL.');
}

function subPath(root: string, path: string): string {
  const relative = posix.relative(root, path);
  if (relative === '' || relative.startsWith('..')) throw new Error(`${path} is not below ${root}.`);
  return relative;
}
