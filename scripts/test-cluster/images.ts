/**
 * Provides the images that the tests use: the ones that environment variables name, or else images that are built from
 * the Dockerfile and loaded into the cluster.
 */
import { fileURLToPath } from 'node:url';
import { programVersion } from '../../src/version.ts';
import type { OpenedCluster } from './opened-cluster.ts';
import { mustRun, timed } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const archives = `${root}out/images`;
const recipe = `${root}test/cluster/cluster`;

/** Environment variables for the tests. The second tag is another name of the same images. */
export interface TestImages {
  ADWRIGHT_TEST_IMAGE: string;
  ADWRIGHT_TEST_STAGE_IMAGE: string;
  ADWRIGHT_TEST_FILM_IMAGE: string;
  ADWRIGHT_TEST_BROWSER_IMAGE: string;
  ADWRIGHT_TEST_SECOND_TAG: string;
  /** Image of the bundled Redis. The default is the one in the chart. */
  ADWRIGHT_TEST_REDIS_IMAGE?: string;
}

export async function provideImages(testCluster: OpenedCluster): Promise<TestImages> {
  const {
    ADWRIGHT_TEST_IMAGE: service,
    ADWRIGHT_TEST_STAGE_IMAGE: stage,
    ADWRIGHT_TEST_FILM_IMAGE: film,
    ADWRIGHT_TEST_BROWSER_IMAGE: browser,
    ADWRIGHT_TEST_SECOND_TAG: second,
  } = process.env;
  const given = { service, stage, film, browser, second };
  if (isComplete(given)) {
    return {
      ADWRIGHT_TEST_IMAGE: given.service,
      ADWRIGHT_TEST_STAGE_IMAGE: given.stage,
      ADWRIGHT_TEST_FILM_IMAGE: given.film,
      ADWRIGHT_TEST_BROWSER_IMAGE: given.browser,
      ADWRIGHT_TEST_SECOND_TAG: given.second,
    };
  }
  if (testCluster.kind === 'foreign')
    throw new Error(
      'Images cannot be loaded into the cluster of KUBECONFIG. Push them to a registry that it pulls from, name them in ADWRIGHT_TEST_IMAGE, ADWRIGHT_TEST_STAGE_IMAGE, ADWRIGHT_TEST_FILM_IMAGE and ADWRIGHT_TEST_BROWSER_IMAGE, and name a second tag of the first two in ADWRIGHT_TEST_SECOND_TAG.',
    );
  return builtImages(testCluster);
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
  const images = {
    ADWRIGHT_TEST_IMAGE: `localhost/adwright:${version}`,
    ADWRIGHT_TEST_STAGE_IMAGE: `localhost/adwright-stage:${version}`,
    ADWRIGHT_TEST_FILM_IMAGE: `localhost/adwright-film:${version}`,
    ADWRIGHT_TEST_BROWSER_IMAGE: `localhost/adwright-browser:${version}`,
    ADWRIGHT_TEST_SECOND_TAG: `${version}-again`,
    ...(isRecipe && { ADWRIGHT_TEST_REDIS_IMAGE: 'localhost/redis:7' }),
  };
  for (const image of [images.ADWRIGHT_TEST_IMAGE, images.ADWRIGHT_TEST_STAGE_IMAGE])
    await testCluster.tag(image, `${image}-again`);
  return images;
}
