import { Command, Option } from 'commander';
import { isStoreError } from '../objects/store-error.ts';
import { podKind } from '../objects/workload-kinds.ts';
import type { ObjectStore } from '../store/port.ts';
import { duration, objectName } from './arguments.ts';
import { CommandError, exitCodeHelp, exitCodes, type CommandContext } from './context.ts';
import { statefulSetKind } from './stateful-set-kind.ts';

interface Options {
  statefulSet: string;
  /** Time limit in milliseconds. */
  timeout: number;
}

const pollMs = 500;
const defaultTimeout = '1m';
const revisionLabel = 'controller-revision-hash';

export function replaceStuckPodsCommand(context: CommandContext): Command {
  return new Command('replace-stuck-pods')
    .description('Delete pods that block the update of a StatefulSet on a cluster')
    .requiredOption('--stateful-set <name>', 'StatefulSet whose pods are checked', objectName)
    .addOption(
      new Option('--timeout <duration>', 'give up after this time')
        .argParser(duration)
        .default(duration(defaultTimeout), defaultTimeout),
    )
    .addHelpText(
      'after',
      `\nA StatefulSet waits until a pod is ready before it replaces the pod. A pod that never becomes ready, for example\nbecause its image does not exist, therefore blocks every later update.\n\nExample:\n  $ adwright replace-stuck-pods --stateful-set adwright-redis\n${exitCodeHelp}`,
    )
    .action((options: Options) => replaceStuckPods(context, options));
}

async function replaceStuckPods(context: CommandContext, { statefulSet: name, timeout }: Options): Promise<void> {
  const store = await context.store();
  const untilMs = context.clock.monotonicMs() + timeout;
  const { replicas, revision } = await observed(context, store, name, untilMs);
  for (let ordinal = 0; ordinal < replicas; ordinal += 1)
    context.out(`${await checkPod(store, { namespace: context.namespace, name: `${name}-${ordinal}` }, revision)}\n`);
}

/** Waits until the status of the StatefulSet shows the revision of its present spec. */
async function observed(
  { namespace, clock }: CommandContext,
  store: ObjectStore,
  name: string,
  untilMs: number,
): Promise<{ replicas: number; revision: string }> {
  for (;;) {
    const found = await store.get(statefulSetKind, { namespace, name });
    if (found === undefined) throw new CommandError(`StatefulSet ${name} not found.`, exitCodes.notFound);
    const { observedGeneration = 0, updateRevision } = found.status ?? {};
    if (updateRevision !== undefined && observedGeneration >= found.metadata.generation)
      return { replicas: found.spec.replicas ?? 1, revision: updateRevision };
    if (clock.monotonicMs() >= untilMs)
      throw new CommandError(`Timed out while waiting for the status of StatefulSet ${name}.`, exitCodes.timedOut);
    await clock.sleep(pollMs);
  }
}

/** Deletes the pod if it has another revision and is not ready. Returns a sentence that says what was done. */
async function checkPod(
  store: ObjectStore,
  key: { namespace: string; name: string },
  revision: string,
): Promise<string> {
  const { name } = key;
  const pod = await store.get(podKind, key);
  if (pod === undefined) return `The pod ${name} does not exist yet.`;
  if (pod.metadata.labels?.[revisionLabel] === revision) return `The pod ${name} is up to date.`;
  const { conditions } = podKind.parseStatus(pod.status ?? {});
  if (conditions.some(({ type, status }) => type === 'Ready' && status === 'True'))
    return `The pod ${name} is ready; its StatefulSet replaces it.`;
  try {
    await store.delete(podKind, key, { preconditions: { uid: pod.metadata.uid } });
  } catch (error) {
    if (!isStoreError(error, 'NotFound', 'Conflict')) throw error;
  }
  return `Deleted the pod ${name}, which was not ready and blocked the update of its StatefulSet.`;
}
