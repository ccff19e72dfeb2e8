/**
 * Opens the cluster that the tests run on: the one of KUBECONFIG, or one that is created for them and removed
 * afterwards.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mustRun, run, say, timed } from './run.ts';

const recipe = fileURLToPath(new URL('../../test/cluster/cluster', import.meta.url));
const kindName = 'adwright-test';

export interface OpenedCluster {
  /**
   * Origin of the cluster: `test/cluster/cluster`, kind, or a KUBECONFIG that neither of the two made. It determines
   * whether the tests may restart the control plane and whether image archives can be loaded.
   */
  kind: 'recipe' | 'kind' | 'foreign';
  /** Environment variables for kubectl, helm and the tests. */
  env: NodeJS.ProcessEnv;
  /** Loads image archives into the nodes. */
  load(archives: readonly string[]): Promise<void>;
  /** Removes the cluster if `openCluster` created it. */
  close(): Promise<void>;
}

/** Opens the cluster of KUBECONFIG. If KUBECONFIG is not set, creates a cluster. */
export async function openCluster(): Promise<OpenedCluster> {
  const { KUBECONFIG, ADWRIGHT_TEST_CLUSTER } = process.env;
  if (KUBECONFIG !== undefined) return ADWRIGHT_TEST_CLUSTER === undefined ? foreign() : ofRecipe();
  if (await kindWorks()) return madeByKind();
  return madeByRecipe();
}

/**
 * Creates a cluster from Go modules. It has a cluster index of its own, so that it does not collide with one that is in
 * use.
 */
async function madeByRecipe(): Promise<OpenedCluster> {
  process.env['CLUSTER_INDEX'] ??= '5';
  await timed('programs of a cluster', () => mustRun(recipe, ['build'], { live: true }));
  const close = () => end(recipe, ['down']);
  try {
    await timed('cluster', () => mustRun(recipe, ['up'], { live: true }));
    return { ...(await ofRecipe()), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function end(command: string, args: string[]): Promise<void> {
  await timed('end of the cluster', () => mustRun(command, args));
}

async function kindWorks(): Promise<boolean> {
  const answers = (command: string, args: string[]) =>
    run(command, args).then(
      ({ ok }) => ok,
      () => false,
    );
  return (await answers('kind', ['version'])) && (await answers('docker', ['info']));
}

/** Returns the environment of this process, with the variables that `test/cluster/cluster env` prints. */
async function recipeEnv(): Promise<NodeJS.ProcessEnv> {
  const script = `eval "$('${recipe}' env)" && env -0`;
  const told = await mustRun('bash', ['-c', script]);
  return Object.fromEntries(
    told
      .split('\0')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

async function ofRecipe(): Promise<OpenedCluster> {
  const env = await recipeEnv();
  return {
    kind: 'recipe',
    env,
    load: async (archives) => {
      await mustRun(recipe, ['load', ...archives]);
    },
    close: () => Promise.resolve(),
  };
}

async function madeByKind(): Promise<OpenedCluster> {
  const kubeconfig = fileURLToPath(new URL('../../out/kind.kubeconfig', import.meta.url));
  const name = ['--name', kindName];
  await timed('cluster', () =>
    mustRun('kind', ['create', 'cluster', ...name, '--kubeconfig', kubeconfig], { live: true }),
  );
  return {
    kind: 'kind',
    env: await withTools({ ...process.env, KUBECONFIG: kubeconfig }),
    load: async (archives) => {
      for (const archive of archives) await mustRun('kind', ['load', 'image-archive', archive, ...name]);
    },
    close: () => end('kind', ['delete', 'cluster', ...name, '--kubeconfig', kubeconfig]),
  };
}

async function foreign(): Promise<OpenedCluster> {
  const refuse = () =>
    Promise.reject(
      new Error(
        'Images cannot be loaded into the cluster of KUBECONFIG; name images that it can pull in the variables ADWRIGHT_TEST_*_IMAGE.',
      ),
    );
  return {
    kind: 'foreign',
    env: await withTools(process.env),
    load: refuse,
    close: () => Promise.resolve(),
  };
}

/** Adds kubectl, helm and versitygw to the PATH. Builds those that are missing. */
async function withTools(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const folders = (env['PATH'] ?? '').split(':');
  const missing = ['kubectl', 'helm', 'versitygw'].filter(
    (name) => !folders.some((one) => existsSync(`${one}/${name}`)),
  );
  if (missing.length === 0) return env;
  say(`building missing programs: ${missing.join(', ')}`);
  await timed('programs', () => mustRun(recipe, ['build'], { live: true }));
  const { PATH } = await recipeEnv();
  const built = (PATH ?? '').split(':')[0];
  return { ...env, PATH: `${env['PATH'] ?? ''}:${built ?? ''}` };
}
