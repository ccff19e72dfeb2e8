import type { ResourceKind } from '../objects/resource-kind.ts';

/** Kind of ConfigMaps, for commands that only need to know whether one exists. Its data is not read. */
export const configMapKind: ResourceKind<object, object> = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  parseSpec: () => ({}),
  parseStatus: () => ({}),
  selectableFields: [],
};
