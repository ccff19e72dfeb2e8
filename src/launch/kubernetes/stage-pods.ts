import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { z } from 'zod';
import { stageNamed, stageNames } from '../../domain/pipelines.ts';
import { messageOf } from '../../files/error-code.ts';
import { isLabelValue, isQualifiedName } from '../../store/name-rules.ts';
import { quantityNumber } from './quantity.ts';

/**
 * Default resources of a stage's pod. The worst case that was measured, three 4K images of noise, needs up to 385 MiB.
 */
const defaultResources = { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '512Mi' } };

const stageMemoryBytesMin = 128 * 1024 * 1024;

/** Default resources of the browser. An ordinary page needs up to 700 MiB; the limit stops a hostile one. */
const defaultBrowserResources = { requests: { cpu: '250m', memory: '512Mi' }, limits: { memory: '1000Mi' } };

const filled = z.string().min(1);
const loose = z.record(z.string(), z.unknown());

const Quantity = z
  .union([z.string(), z.number()], { error: 'must be a quantity, such as 512Mi or 500m' })
  .transform(String)
  .refine((text) => quantityNumber(text) !== undefined, 'must be a quantity, such as 512Mi or 500m');
const Quantities = z.record(filled, Quantity);
const Resources = z.strictObject({ requests: Quantities.optional(), limits: Quantities.optional() });

const Labels = z.record(
  z.string().refine(isQualifiedName, 'must be a label key: [prefix/]name'),
  z.string().refine(isLabelValue, 'must be a label value'),
);
const Annotations = z.record(
  z.string().refine(isQualifiedName, 'must be an annotation key: [prefix/]name'),
  z.string(),
);

const Toleration = z.strictObject({
  key: z.string().optional(),
  operator: z.enum(['Exists', 'Equal']).optional(),
  value: z.string().optional(),
  effect: z.enum(['NoSchedule', 'PreferNoSchedule', 'NoExecute']).optional(),
  tolerationSeconds: z.number().int().optional(),
});

/**
 * Environment variables of a stage that only Adwright may set: the input of the stage and the settings of its runtime.
 */
const ownVariables = /^(ADWRIGHT_|HOME$|TMPDIR$|MALLOC_)/;
const EnvironmentVariable = z
  .strictObject({
    name: filled.refine((name) => !ownVariables.test(name), 'is set by Adwright and cannot be changed'),
    value: z.string().optional(),
    valueFrom: loose.optional(),
  })
  .refine(
    ({ value, valueFrom }) => value === undefined || valueFrom === undefined,
    'must not have both value and valueFrom',
  );

const placement = {
  labels: Labels.default({}),
  annotations: Annotations.default({}),
  nodeSelector: Labels.default({}),
  tolerations: z.array(Toleration).default([]),
  affinity: loose.optional(),
  topologySpreadConstraints: z.array(loose).optional(),
  runtimeClassName: filled.optional(),
  priorityClassName: filled.optional(),
  extraEnv: z.array(EnvironmentVariable).default([]),
  tmpSizeLimit: Quantity.optional(),
  resources: Resources.default({}),
};

const StageName = z.string().refine((name) => stageNames.includes(name), {
  error: `unknown stage; the stages are ${stageNames.join(', ')}`,
});

/** Name of a ConfigMap or Secret, and a key in it. */
const FileSource = z
  .strictObject({ configMap: filled.optional(), secret: filled.optional(), key: filled })
  .refine(
    ({ configMap, secret }) => (configMap === undefined) !== (secret === undefined),
    'must name a ConfigMap or a Secret',
  );

const ImagePullPolicy = z.enum(['Always', 'IfNotPresent', 'Never']);

/** Container of the browser that paints pages. Without it, pages are read from their source only. */
const BrowserPod = z
  .strictObject({
    image: filled,
    imagePullPolicy: ImagePullPolicy.default('IfNotPresent'),
    /**
     * Sandbox of the browser's own processes. `userNamespaces` needs a seccomp profile on the nodes that allows
     * unprivileged user namespaces.
     */
    sandbox: z.enum(['none', 'userNamespaces']).default('none'),
    /** Seccomp profile of the container: a path below the seccomp folder of the kubelet. Default: `RuntimeDefault`. */
    seccompProfile: filled.optional(),
    resources: Resources.default(defaultBrowserResources),
    /** Size of all files of the browser, which are in memory and count in its memory limit. */
    tmpSizeLimit: Quantity.default('512Mi'),
  })
  .refine(({ sandbox, seccompProfile }) => sandbox === 'none' || seccompProfile !== undefined, {
    path: ['sandbox'],
    message: 'userNamespaces needs seccompProfile, because the profile of the runtime forbids user namespaces',
  })
  .refine(({ resources }) => resources.limits?.['memory'] !== undefined, {
    path: ['resources', 'limits', 'memory'],
    message: 'is required, such as 1000Mi',
  });

export type BrowserPod = z.infer<typeof BrowserPod>;

/** ConfigMap with the file of `ADWRIGHT_MODELS`, under the key `models.yaml`, and the Secrets of its keys. */
const ModelFiles = z.strictObject({
  configMap: filled,
  /** ConfigMaps with templates of prompts. A file replaces those of the same name in ConfigMaps before its own. */
  prompts: z.array(filled).default([]),
  /** ConfigMaps with workflows of ComfyUI, as `prompts`. */
  workflows: z.array(filled).default([]),
  keys: z
    .array(
      z.strictObject({
        /** File name of the key. */
        name: z
          .string()
          .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, 'must have lower-case letters, digits, "-" and "."'),
        /** Name of the Secret, and a key in it. */
        secret: filled,
        key: filled,
      }),
    )
    .default([]),
});

export type ModelFiles = z.infer<typeof ModelFiles>;

const StagePodsFile = z.strictObject({
  image: filled,
  imagePullPolicy: ImagePullPolicy.default('IfNotPresent'),
  imagePullSecrets: z.array(z.strictObject({ name: filled })).default([]),
  serviceAccountName: filled.optional(),
  queueName: z.string().min(1).refine(isLabelValue, 'must be a label value').optional(),
  /**
   * Files for outgoing connections, which a stage finds at the same paths as the controller: the proxy credentials
   * (`ADWRIGHT_EGRESS_PROXY_CREDENTIALS_FILE`) and the trusted certificates (`ADWRIGHT_TRUSTED_CA_FILE`).
   */
  egressProxyCredentials: FileSource.optional(),
  trustedCaBundle: FileSource.optional(),
  models: ModelFiles.optional(),
  ttlSecondsAfterFinished: z.number().int().min(0).default(3600),
  browser: BrowserPod.optional(),
  ...placement,
  resources: Resources.default(defaultResources),
  tmpSizeLimit: Quantity.default('1Gi'),
  stages: z
    .partialRecord(
      StageName,
      z.strictObject({ ...placement, image: filled.optional(), imagePullPolicy: ImagePullPolicy.optional() }),
    )
    .default({}),
});

export type StagePods = z.infer<typeof StagePodsFile>;

export interface StageResources {
  requests: Record<string, string>;
  limits: Record<string, string>;
}

export type FileSource = z.infer<typeof FileSource>;

/**
 * Settings for the pods of one stage: `StagePods` merged with the settings of that stage. `browser` is set only for the
 * stage that reads web pages, and `models` only for stages that call models.
 */
export type StagePod = Omit<StagePods, 'stages' | 'resources'> & { resources: StageResources };

/**
 * Parses the YAML text with the settings of stage pods. Throws an error with one line for every problem. Each line
 * starts with the path of the wrong setting.
 */
export function parseStagePods(text: string): StagePods {
  const read = StagePodsFile.safeParse(parsedYaml(text) ?? {});
  if (!read.success) throw refusal(...read.error.issues.flatMap(linesOf));
  const lines = ['', ...Object.keys(read.data.stages)].flatMap((stage) => sizeFlaws(read.data, stage));
  if (lines.length > 0) throw refusal(...lines);
  return read.data;
}

/**
 * Returns the settings for the pods of one stage. Maps are merged; a value that is set for this stage takes precedence
 * over the value for all stages.
 */
export function stagePod({ stages, browser, models, ...others }: StagePods, stage: string): StagePod {
  const definition = stageNamed(stage);
  const all = {
    ...others,
    browser: definition?.readsPages === true ? browser : undefined,
    models: definition?.models === undefined ? undefined : models,
  };
  const own = stages[stage];
  const resources = { requests: { ...all.resources.requests }, limits: { ...all.resources.limits } };
  if (own === undefined) return { ...all, resources };
  const names = new Set(own.extraEnv.map(({ name }) => name));
  return {
    ...all,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    labels: { ...all.labels, ...own.labels },
    annotations: { ...all.annotations, ...own.annotations },
    nodeSelector: { ...all.nodeSelector, ...own.nodeSelector },
    tolerations: [...all.tolerations, ...own.tolerations],
    extraEnv: [...all.extraEnv.filter(({ name }) => !names.has(name)), ...own.extraEnv],
    resources: {
      requests: { ...resources.requests, ...own.resources.requests },
      limits: { ...resources.limits, ...own.resources.limits },
    },
  };
}

/**
 * Returns a hash of the settings for the pods of one stage. Pods that were made with other settings have another hash.
 */
export function podSettingsHash(pods: StagePods, stage: string): string {
  return createHash('sha256')
    .update(JSON.stringify(stagePod(pods, stage)))
    .digest('hex')
    .slice(0, 16);
}

function parsedYaml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw refusal(`invalid YAML: ${messageOf(error)}`);
  }
}

function sizeFlaws(pods: StagePods, stage: string): string[] {
  const { limits } = stagePod(pods, stage).resources;
  const place = stage === '' ? 'resources.limits.memory' : `stages.${stage}.resources.limits.memory`;
  const bytes = quantityNumber(limits['memory'] ?? '');
  if (bytes === undefined) return [`${place}: is required, such as 512Mi`];
  return bytes < stageMemoryBytesMin ? [`${place}: must be at least 128Mi, which a stage needs to start`] : [];
}

function linesOf(issue: z.core.$ZodIssue): string[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${[...path, key].join('.')}: unknown setting`);
  }
  // If a key is invalid, zod has the useful message in the first inner issue.
  const inner = issue.code === 'invalid_key' ? issue.issues[0]?.message : undefined;
  return [`${path.join('.')}: ${inner ?? issue.message}`];
}

function refusal(...lines: string[]): Error {
  return new Error(['invalid settings:', ...lines].join('\n    '));
}
