import { z } from 'zod';
import type { ApiClient } from './api-client.ts';
import { failed, ok, type Finding } from './finding.ts';

const Reviewed = z.object({ status: z.object({ allowed: z.boolean().default(false) }) });

interface Right {
  group: string;
  resource: string;
  isClusterWide?: true;
}

/** Kinds that the chart creates with its default values. */
const created: readonly Right[] = [
  { group: 'apps', resource: 'deployments' },
  { group: 'apps', resource: 'statefulsets' },
  { group: 'batch', resource: 'jobs' },
  { group: '', resource: 'configmaps' },
  { group: '', resource: 'secrets' },
  { group: '', resource: 'services' },
  { group: '', resource: 'serviceaccounts' },
  { group: '', resource: 'persistentvolumeclaims' },
  { group: 'networking.k8s.io', resource: 'networkpolicies' },
  { group: 'rbac.authorization.k8s.io', resource: 'roles' },
  { group: 'rbac.authorization.k8s.io', resource: 'rolebindings' },
  { group: 'rbac.authorization.k8s.io', resource: 'clusterroles', isClusterWide: true },
  { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions', isClusterWide: true },
  { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicies', isClusterWide: true },
  { group: 'admissionregistration.k8s.io', resource: 'validatingadmissionpolicybindings', isClusterWide: true },
];

/** Values of the chart without which it does not create objects of a kind. */
const alternatives: Readonly<Record<string, string>> = {
  customresourcedefinitions: 'crds.install: false, after a cluster admin has applied the files of crds/',
  clusterroles: 'rbac.aggregate: false',
  validatingadmissionpolicies: 'accountUse.enabled: false',
  roles: 'rbac.create: false',
  networkpolicies: 'networkPolicy.enabled: false',
};

/** Checks that the caller may create what the chart contains. */
export async function checkRights(client: ApiClient, namespace: string): Promise<Finding> {
  const allowed = await Promise.all(created.map((right) => mayCreate(client, right, namespace)));
  const missing = created.filter((_, index) => allowed[index] === false).map(({ resource }) => resource);
  if (missing.length === 0) return ok(`You may create everything that the chart contains in ${namespace}.`);
  const values = missing.flatMap((resource) => alternatives[resource] ?? []);
  return failed(
    `You may not create ${missing.join(', ')}. Install as a cluster admin${values.length === 0 ? '' : `, or set ${values.join('; ')}`}.`,
  );
}

async function mayCreate(client: ApiClient, right: Right, namespace: string): Promise<boolean> {
  const { group, resource, isClusterWide } = right;
  const resourceAttributes = { verb: 'create', group, resource, ...(isClusterWide !== true && { namespace }) };
  const body = {
    ...{ apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' },
    spec: { resourceAttributes },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  return Reviewed.parse(await client.json({ method: 'POST', path, body })).status.allowed;
}
