/**
 * Provides the images that the tests use: the ones that environment variables name, or else images that are built from
 * the Dockerfile and loaded into the cluster.
 */
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../src/version.ts';
import type { OpenedCluster } from './opened-cluster.ts';
import { buildPreviousImage, previousImage } from './previous-image.ts';
import { mustRun, timed } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const archives = `${root}out/images`;
const recipe = `${root}test/cluster/cluster`;

/** Environment variables for the tests. */
export interface TestImages {
  ADWRIGHT_TEST_IMAGE: string;
  ADWRIGHT_TEST_STAGE_IMAGE: string;
  ADWRIGHT_TEST_FILM_IMAGE: string;
  ADWRIGHT_TEST_BROWSER_IMAGE: string;
  /** Service image of the version before this one, which only the upgrade test needs. */
  ADWRIGHT_TEST_PREVIOUS_IMAGE?: string;
  /** Image of the bundled Redis. The default is the one in the chart. */
  ADWRIGHT_TEST_REDIS_IMAGE?: string;
}

/** Provides the images. `fromPrevious` says whether the tests upgrade from the version before this one. */
export async function provideImages(testCluster: OpenedCluster, { fromPrevious = false } = {}): Promise<TestImages> {
  const {
    ADWRIGHT_TEST_IMAGE: service,
    ADWRIGHT_TEST_STAGE_IMAGE: stage,
    ADWRIGHT_TEST_FILM_IMAGE: film,
    ADWRIGHT_TEST_BROWSER_IMAGE: browser,
    ADWRIGHT_TEST_PREVIOUS_IMAGE: previous,
  } = process.env;
  const given = { service, stage, film, browser };
  if (isComplete(given)) {
    return {
      ADWRIGHT_TEST_IMAGE: given.service,
      ADWRIGHT_TEST_STAGE_IMAGE: given.stage,
      ADWRIGHT_TEST_FILM_IMAGE: given.film,
      ADWRIGHT_TEST_BROWSER_IMAGE: given.browser,
      ...(previous !== undefined && { ADWRIGHT_TEST_PREVIOUS_IMAGE: previous }),
    };
  }
  if (testCluster.kind === 'foreign')
    throw new Error(
      'Images cannot be loaded into the cluster of KUBECONFIG. Push them to a registry that it pulls from, name them in ADWRIGHT_TEST_IMAGE, ADWRIGHT_TEST_STAGE_IMAGE, ADWRIGHT_TEST_FILM_IMAGE and ADWRIGHT_TEST_BROWSER_IMAGE, and name the service image of the previous version in ADWRIGHT_TEST_PREVIOUS_IMAGE.',
    );
  const built = await builtImages(testCluster);
  return fromPrevious ? { ...built, ...(await builtPrevious(testCluster)) } : built;
}

function isComplete<K extends string>(given: Record<K, string | undefined>): given is Record<K, string> {
  return Object.values(given).every((image) => image !== undefined);
}

async function builtImages(testCluster: OpenedCluster): Promise<TestImages> {
  const isRecipe = testCluster.kind === 'recipe';
  if (isRecipe) await timed('base image', () => mustRun(recipe, ['base'], { env: testCluster.env }));
  await timed('images', () => mustRun(`${root}scripts/image`, ['--save', archives], { env: testCluster.env }));
  await timed('images to the node', () =>
    testCluster.load(['', '-stage', '-film', '-browser'].map((image) => `${archives}/adwright${image}.tar`)),
  );
  if (isRecipe) await timed('Redis to the node', () => mustRun(recipe, ['redis'], { env: testCluster.env }));
  const version = programVersion();
  return {
    ADWRIGHT_TEST_IMAGE: `localhost/adwright:${version}`,
    ADWRIGHT_TEST_STAGE_IMAGE: `localhost/adwright-stage:${version}`,
    ADWRIGHT_TEST_FILM_IMAGE: `localhost/adwright-film:${version}`,
    ADWRIGHT_TEST_BROWSER_IMAGE: `localhost/adwright-browser:${version}`,
    ...(isRecipe && { ADWRIGHT_TEST_REDIS_IMAGE: 'localhost/redis:7' }),
  };
}

async function builtPrevious(testCluster: OpenedCluster) {
  const folder = `${archives}/previous`;
  const archive = await timed('previous image', () => buildPreviousImage(folder, testCluster.env));
  await timed('previous to the node', () => testCluster.load([archive]));
  return { ADWRIGHT_TEST_PREVIOUS_IMAGE: previousImage };
}
