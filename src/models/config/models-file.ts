import { resolve } from 'node:path';
import { z } from 'zod';
import { parseAllowList } from '../../domain/address-rule.ts';
import { messageOf } from '../../files/error-code.ts';
import { modelPorts, type ModelPort } from '../model-task.ts';
import { modelsMax } from '../model-use.ts';
import type { ModelEntry } from '../model-entry.ts';
import { providerNames, providers } from '../providers/provider-names.ts';
import { optionsOf } from '../providers/provider-options.ts';
import { fieldMessage } from './field-message.ts';

const name = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, 'must have lower-case letters, digits, "-" and "."');
const seconds = z.int().min(1).max(2_400);
const usd = z.number().min(0).max(1_000);
const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as http://vllm.models.svc:8000/v1' })
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, 'must not contain credentials: use `key`')
  .refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment')
  .transform((text) => text.replace(/\/+$/, ''));

const Address = z.string().transform((text, context) => {
  try {
    parseAllowList(text);
  } catch (error) {
    context.addIssue(messageOf(error));
  }
  return text;
});

/** An entry of the configuration, as an operator writes it. */
const EntryText = z.strictObject({
  name: name.optional(),
  provider: z.enum(providerNames, { error: `must be one of ${providerNames.join(', ')}` }),
  model: z.string().min(1).max(200),
  baseUrl: HttpUrl.optional(),
  addresses: z.array(Address).max(20).default([]),
  key: z.string().optional(),
  options: z.record(z.string(), z.unknown()).default({}),
  price: usd.default(0),
  concurrency: z.int().min(1).max(1_000).default(10),
  timeoutSeconds: seconds.default(120),
  whenFailed: z.enum(['next', 'studio', 'fail']).default('next'),
});
type EntryText = z.infer<typeof EntryText>;

const List = z.array(EntryText).max(modelsMax);
const Ports = z.strictObject({
  copywriter: List.optional(),
  cutout: List.optional(),
  image: List.optional(),
  speech: List.optional(),
  video: List.optional(),
} satisfies Record<ModelPort, unknown>);

const Account = Ports.extend({ budget: z.strictObject({ usdPerDay: usd }).optional() });

/** The file of `ADWRIGHT_MODELS`: models by port, in order of preference, and lists of accounts that replace them. */
const ModelsText = Account.extend({
  /** Files with keys, by the name that entries refer to. */
  keys: z.record(name, z.strictObject({ file: z.string().min(1) })).default({}),
  /** Folder with templates of prompts that replace those of the program. */
  prompts: z.string().min(1).optional(),
  /** Folder at which relative paths of workflows of ComfyUI start. Default: that of the file. */
  workflows: z.string().min(1).optional(),
  /** Lists of accounts, by namespace and name: `ads/team-a`. */
  accounts: z.record(z.string().regex(/^[^/]+\/[^/]+$/, 'must be namespace/name'), Account).default({}),
});

type PortLists = Readonly<Partial<Record<ModelPort, readonly ModelEntry[]>>>;

interface AccountModels {
  lists: PortLists;
  /** Budget for a UTC day in millionths of a US dollar. Null: no limit. Undefined: that of the installation. */
  budgetMicroUsd: number | null | undefined;
}

/** The models of an installation. */
export interface ModelsConfig extends AccountModels {
  /** Folder with templates of prompts. Null: the program's own. */
  promptsFolder: string | null;
  accounts: ReadonlyMap<string, AccountModels>;
}

export const noModels: ModelsConfig = { lists: {}, budgetMicroUsd: null, accounts: new Map(), promptsFolder: null };

export interface ModelsProblem {
  /** Path of the field, such as `image[0].baseUrl`. */
  field: string;
  message: string;
}

export type ReadModels = { config: ModelsConfig; problems: [] } | { config: null; problems: ModelsProblem[] };

/** Reads the parsed file. Relative paths of keys are resolved by `pathOf`. */
export function readModels(parsed: unknown, pathOf: (path: string) => string): ReadModels {
  const checked = ModelsText.safeParse(parsed ?? {}, { error: fieldMessage });
  if (!checked.success)
    return {
      config: null,
      problems: checked.error.issues.map(({ path, message }) => ({ field: fieldOf(path), message })),
    };
  const { data } = checked;
  const places = [
    { prefix: '', ports: data },
    ...Object.entries(data.accounts).map(([account, ports]) => ({ prefix: `accounts.${account}.`, ports })),
  ];
  const problems = places.flatMap(({ prefix, ports }) =>
    modelPorts.flatMap((port) =>
      (ports[port] ?? []).flatMap((entry, at) =>
        problemsOf(entry, port, data.keys).map((problem) => ({
          ...problem,
          field: `${prefix}${port}[${at}]${problem.field === '' ? '' : `.${problem.field}`}`,
        })),
      ),
    ),
  );
  if (problems.length > 0) return { config: null, problems };
  const workflowsFolder = data.workflows === undefined ? null : pathOf(data.workflows);
  const workflowPath = (path: string): string =>
    workflowsFolder === null ? pathOf(path) : resolve(workflowsFolder, path);
  const toEntry = (entry: EntryText): ModelEntry => ({
    ...entryOf(entry, data.keys, pathOf),
    options: withPaths(entry, workflowPath),
  });
  const models = (ports: z.infer<typeof Account>): AccountModels => ({
    lists: Object.fromEntries(
      modelPorts.flatMap((port) => (ports[port] === undefined ? [] : [[port, ports[port].map(toEntry)]])),
    ),
    budgetMicroUsd: ports.budget === undefined ? undefined : microUsd(ports.budget.usdPerDay),
  });
  const accounts = new Map(Object.entries(data.accounts).map(([account, ports]) => [account, models(ports)]));
  const promptsFolder = data.prompts === undefined ? null : pathOf(data.prompts);
  return { config: { ...models(data), accounts, promptsFolder }, problems: [] };
}

function problemsOf(entry: EntryText, port: ModelPort, keys: Readonly<Record<string, unknown>>): ModelsProblem[] {
  const { ports, baseUrl } = providers[entry.provider];
  const serves: readonly ModelPort[] = ports;
  return [
    ...(serves.includes(port)
      ? optionProblems(entry, port)
      : [
          { field: 'provider', message: `${entry.provider} has no adapter for ${port}; it serves ${ports.join(', ')}` },
        ]),
    ...(baseUrl === null && entry.baseUrl === undefined
      ? [{ field: 'baseUrl', message: `is missing: ${entry.provider} has no address of its own` }]
      : []),
    ...(entry.key !== undefined && !Object.hasOwn(keys, entry.key)
      ? [{ field: 'key', message: keyMessage(Object.keys(keys)) }]
      : []),
  ];
}

/** Returns the message about an unknown name of a key. The name is not a part of it, because it may be the key itself. */
function keyMessage(names: readonly string[]): string {
  const known = names.length > 0 ? names.join(', ') : 'there is none, so add `keys: { NAME: { file: PATH } }`';
  return `must be a name under \`keys\`: ${known}`;
}

function optionProblems({ provider, options }: EntryText, port: ModelPort): ModelsProblem[] {
  const issues = optionsOf(provider, port).safeParse(options, { error: fieldMessage }).error?.issues ?? [];
  return issues.map(({ path, message }) => ({ field: fieldOf(['options', ...path]), message }));
}

function entryOf(
  { key, baseUrl, price, name: given, ...entry }: EntryText,
  keys: Readonly<Record<string, { file: string }>>,
  pathOf: (path: string) => string,
): Omit<ModelEntry, 'options'> {
  const file = key === undefined ? undefined : keys[key]?.file;
  return {
    ...entry,
    name: given ?? `${entry.provider}/${entry.model}`,
    baseUrl: baseUrl ?? providers[entry.provider].baseUrl ?? '',
    keyFile: file === undefined ? null : pathOf(file),
    priceMicroUsd: microUsd(price),
  };
}

/** Returns options with the whole path of a workflow. */
function withPaths({ provider, options }: Pick<EntryText, 'provider' | 'options'>, pathOf: (path: string) => string) {
  const { workflow } = options;
  return provider === 'comfyui' && typeof workflow === 'string' ? { ...options, workflow: pathOf(workflow) } : options;
}

const microUsd = (dollars: number): number => Math.round(dollars * 1e6);

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}

/** Returns the models of a port for an account, in order of preference. */
export function entriesFor({ lists, accounts }: ModelsConfig, account: string, port: ModelPort): readonly ModelEntry[] {
  return accounts.get(account)?.lists[port] ?? lists[port] ?? [];
}

/** Returns the budget of an account for a UTC day in millionths of a US dollar, or null if there is no limit. */
export function budgetFor({ budgetMicroUsd, accounts }: ModelsConfig, account: string): number | null {
  return accounts.get(account)?.budgetMicroUsd ?? budgetMicroUsd ?? null;
}
