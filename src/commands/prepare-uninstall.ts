import { Command, Option } from 'commander';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import { jobKind, podKind } from '../objects/workload-kinds.ts';
import { selectorOf, stageSelector } from '../domain/stage-labels.ts';
import type { ObjectStore } from '../store/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { duration, objectName } from './arguments.ts';
import { configMapKind } from './config-map-kind.ts';
import { deploymentKind } from './deployment-kind.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext } from './context.ts';
import { everyObject } from './every-object.ts';

interface Options {
  deployment: string[];
  allNamespaces?: boolean;
  unlessConfigMap?: string;
  /** Time limit of the command `prepare-uninstall`, in milliseconds. */
  timeout: number;
}

const ourFinalizers = 'adwright.dev/';
const pollMs = 500;
const defaultTimeout = '4m';
const attemptsMax = 5;

export function prepareUninstallCommand(context: CommandContext): Command {
  return new Command('prepare-uninstall')
    .description('Stop the service on a cluster and remove its finalizers, so that its objects can be deleted')
    .requiredOption('--deployment <name>', 'Deployment to stop; may be repeated', collect)
    .option('--all-namespaces', 'remove the finalizers in every namespace')
    .option('--unless-config-map <name>', 'do nothing if this ConfigMap exists', objectName)
    .addOption(timeoutOption())
    .addHelpText(
      'after',
      `\nThe command can be repeated: it continues where it stopped. A controller that starts again adds its finalizers again.\n\nExample:\n  $ adwright prepare-uninstall --deployment adwright-api --deployment adwright-controller\n${exitCodeHelp}`,
    )
    .action((options: Options) => prepareUninstall(context, options));
}

function timeoutOption(): Option {
  return new Option('--timeout <duration>', 'give up after this time')
    .argParser(duration)
    .default(duration(defaultTimeout), defaultTimeout);
}

function collect(name: string, names: string[] = []): string[] {
  return [...names, objectName(name)];
}

/**
 * Stops the service and removes its finalizers from all objects. First stops the Deployments,
 * because their pods create AdJobs and add finalizers; then deletes the running stages, and then
 * removes the finalizers. The status of all objects is kept, so that a new installation can
 * continue with them.
 */
async function prepareUninstall(
  context: CommandContext,
  { deployment, allNamespaces, unlessConfigMap, timeout }: Options,
): Promise<void> {
  const store = await context.store();
  if (unlessConfigMap !== undefined && (await exists(store, context.namespace, unlessConfigMap))) {
    context.out(
      `Nothing was changed: the ConfigMap ${unlessConfigMap} shows that this Job was applied with the rest of the chart and is not part of an uninstall by Helm.\n`,
    );
    return;
  }
  const run: Run = { store, context, untilMs: context.clock.monotonicMs() + timeout };
  for (const name of deployment) await scaleDown(run, name);
  for (const name of deployment) await podsGone(run, name);

  const select = allNamespaces === true ? {} : { namespace: context.namespace };
  const stages = await everyObject(store, jobKind, { ...select, labelSelector: stageSelector }, (job) => {
    return inTime(run, 'deleting the Jobs of stages', () => remove(store, job));
  });
  context.out(`Stages stopped: ${stages}.\n`);
  await removeAllFinalizers(run, adJobKind, select);
  await removeAllFinalizers(run, adAccountKind, select);
  await removeAllFinalizers(run, apiKeyKind, select);
}

async function exists(store: ObjectStore, namespace: string, name: string): Promise<boolean> {
  return (await store.get(configMapKind, { namespace, name })) !== undefined;
}

interface Run {
  store: ObjectStore;
  context: CommandContext;
  untilMs: number;
}

async function inTime<R>({ context, untilMs }: Run, what: string, work: () => Promise<R>): Promise<R> {
  if (context.clock.monotonicMs() < untilMs) return work();
  throw new CommandError(`Timed out while ${what}. Run the command again to continue.`, exitCodes.timedOut);
}

async function scaleDown({ store, context }: Run, name: string): Promise<void> {
  try {
    await store.patch(deploymentKind, { namespace: context.namespace, name }, { spec: { replicas: 0 } });
    context.out(`Stopping ${name}.\n`);
  } catch (error) {
    if (!isStoreError(error, 'NotFound')) throw error;
    context.out(`Deployment ${name} not found; skipped.\n`);
  }
}

/**
 * Waits until all pods of a Deployment have ended. Lists the pods, because the status of the Deployment does not count
 * terminating pods, which may still write.
 */
async function podsGone(run: Run, name: string): Promise<void> {
  const { store, context } = run;
  const { namespace, clock } = context;
  const deployment = await store.get(deploymentKind, { namespace, name });
  if (deployment === undefined) return;
  const labelSelector = selectorOf(deployment.spec.selector.matchLabels);
  for (;;) {
    const { items } = await inTime(run, `waiting for the pods of ${name} to end`, () =>
      store.list(podKind, { namespace, labelSelector }),
    );
    if (items.every(({ status }) => status?.phase === 'Succeeded' || status?.phase === 'Failed')) break;
    await clock.sleep(pollMs);
  }
  context.out(`Stopped ${name}.\n`);
}

async function remove<S, T>(store: ObjectStore, { metadata }: StoredObject<S, T>): Promise<boolean> {
  try {
    await store.delete(jobKind, metadata, { preconditions: { uid: metadata.uid } });
    return true;
  } catch (error) {
    if (isStoreError(error, 'NotFound', 'Conflict')) return false;
    throw error;
  }
}

async function removeAllFinalizers<S, T>(
  run: Run,
  kind: ResourceKind<S, T>,
  select: { namespace?: string },
): Promise<void> {
  const count = await everyObject(run.store, kind, select, (object) =>
    inTime(run, `removing finalizers from ${kind.plural}`, () => removeFinalizers(run.store, kind, object)),
  );
  run.context.out(`Finalizers removed from ${kind.kind}s: ${count}.\n`);
}

async function removeFinalizers<S, T>(
  store: ObjectStore,
  kind: ResourceKind<S, T>,
  listed: StoredObject<S, T>,
): Promise<boolean> {
  let object: StoredObject<S, T> | undefined = listed;
  for (let attempt = 1; object !== undefined; attempt += 1) {
    const all: string[] = object.metadata.finalizers ?? [];
    const others = all.filter((finalizer) => !finalizer.startsWith(ourFinalizers));
    if (others.length === all.length) return false;
    const { resourceVersion } = object.metadata;
    try {
      await store.patch(kind, object.metadata, { metadata: { resourceVersion, finalizers: others } });
      return true;
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return false;
      if (!isStoreError(error, 'Conflict') || attempt === attemptsMax) throw error;
    }
    object = await store.get(kind, object.metadata);
  }
  return false;
}
