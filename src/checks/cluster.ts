import { z } from 'zod';
import { isStoreError } from '../objects/store-error.ts';
import type { ApiClient } from './api-client.ts';
import { checkRights } from './cluster-rights.ts';
import { failed, ok, reasonOf, warning, type Finding } from './finding.ts';

export interface ClusterCheckOptions {
  namespace: string;
  /** True if the installation needs volumes. With an S3 store and an existing Redis it needs none. */
  needsVolumes: boolean;
}

const minorMin = 32;
const Version = z.object({ gitVersion: z.string(), major: z.string(), minor: z.string() });
const Resources = z.object({ resources: z.array(z.object({ name: z.string() })) });
const Annotated = z.object({
  metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()).default({}) }),
});
const StorageClasses = z.object({ items: z.array(Annotated) });
const kinds = ['adjobs', 'adaccounts', 'apikeys'];

/** Checks whether a cluster can run Adwright, and whether the caller may install it. Changes nothing. */
export async function checkCluster(client: ApiClient, options: ClusterCheckOptions): Promise<Finding[]> {
  const { namespace, needsVolumes } = options;
  let version: Finding;
  try {
    version = await checkVersion(client);
  } catch (error) {
    return [failed(`The API server cannot be used: ${reasonOf(error)}. Set --kubeconfig or KUBECONFIG.`)];
  }
  const checks = [
    checkRights(client, namespace),
    checkDefinitions(client, namespace),
    checkPolicies(client),
    ...(needsVolumes ? [checkStorageClass(client)] : []),
    checkPod(client, namespace),
  ];
  return [version, ...(await Promise.all(checks.map(settled)))];
}

/** Turns a rejection into a warning, because a caller may lack the right to look. */
function settled(check: Promise<Finding>): Promise<Finding> {
  return check.catch((error: unknown) => warning(`A check was not possible: ${reasonOf(error)}.`));
}

async function checkVersion(client: ApiClient): Promise<Finding> {
  const { gitVersion, major, minor } = Version.parse(await client.json({ method: 'GET', path: '/version' }));
  const isNew = Number.parseInt(major) > 1 || Number.parseInt(minor) >= minorMin;
  if (isNew) return ok(`The cluster runs Kubernetes ${gitVersion}.`);
  return failed(`The cluster runs Kubernetes ${gitVersion}. Upgrade it to 1.${minorMin} or newer.`);
}

async function checkDefinitions(client: ApiClient, namespace: string): Promise<Finding> {
  const found = await Promise.all(kinds.map((kind) => definitionOf(client, `${kind}.adwright.dev`)));
  const present = found.filter((definition) => definition !== undefined);
  if (present.length === 0) return ok('The CRDs are not installed yet; the chart installs them.');
  const owner = present
    .map(({ metadata }) => metadata.annotations['meta.helm.sh/release-namespace'])
    .find((other) => other !== undefined && other !== namespace);
  if (owner !== undefined)
    return warning(
      `The CRDs belong to a release in the namespace ${owner}. If it is still installed, set crds.install: false and rbac.aggregate: false in this one; otherwise install this one with --take-ownership.`,
    );
  if (present.length === kinds.length) return ok('The CRDs are installed.');
  const missing = kinds.filter((_, index) => found[index] === undefined);
  return warning(`The CRDs of ${missing.join(' and ')} are missing. Upgrade the release, which installs them.`);
}

async function definitionOf(client: ApiClient, name: string) {
  try {
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
    return Annotated.parse(await client.json({ method: 'GET', path }));
  } catch (error) {
    if (isStoreError(error, 'NotFound')) return undefined;
    throw error;
  }
}

async function checkPolicies(client: ApiClient): Promise<Finding> {
  const path = '/apis/admissionregistration.k8s.io/v1';
  const { resources } = Resources.parse(await client.json({ method: 'GET', path }));
  if (resources.some(({ name }) => name === 'validatingadmissionpolicies'))
    return ok('The API server has ValidatingAdmissionPolicy, which decides who may spend credits.');
  return failed(
    'The API server does not serve ValidatingAdmissionPolicy. Enable admissionregistration.k8s.io/v1, or set accountUse.enabled: false, with which everybody who creates AdJobs may spend every account.',
  );
}

async function checkStorageClass(client: ApiClient): Promise<Finding> {
  const path = '/apis/storage.k8s.io/v1/storageclasses';
  const { items } = StorageClasses.parse(await client.json({ method: 'GET', path }));
  const standard = items.find(
    ({ metadata }) => metadata.annotations['storageclass.kubernetes.io/is-default-class'] === 'true',
  );
  if (standard !== undefined) return ok(`The default StorageClass is ${standard.metadata.name}.`);
  const names = items.map(({ metadata }) => metadata.name);
  if (names.length === 0)
    return failed('The cluster has no StorageClass. Install one, or use storage.type: s3 and redis.url.');
  return failed(
    `No StorageClass is the default. Set storage.volume.storageClass and redis.bundled.storageClass to one of ${names.join(', ')}.`,
  );
}

/** Requests a pod like those of stages as a dry run, which creates nothing. Policies of the cluster may refuse it. */
async function checkPod(client: ApiClient, namespace: string): Promise<Finding> {
  try {
    const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    await client.json({ method: 'POST', path, body: restrictedPod });
    return ok(`Pods of Adwright pass the policies of the namespace ${namespace}.`);
  } catch (error) {
    if (isStoreError(error, 'NotFound'))
      return ok(`The namespace ${namespace} does not exist yet; "helm install --create-namespace" creates it.`);
    if (isStoreError(error, 'Forbidden', 'Invalid'))
      return failed(
        `A pod in ${namespace} would be refused: ${reasonOf(error)}. Allow it, or change podSecurityContext and resources.`,
      );
    throw error;
  }
}

const restrictedPod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { generateName: 'adwright-check-', labels: { 'app.kubernetes.io/managed-by': 'adwright' } },
  spec: {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: 'check',
        image: 'adwright-check',
        resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '512Mi' } },
        securityContext: {
          ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
          capabilities: { drop: ['ALL'] },
        },
      },
    ],
  },
};
