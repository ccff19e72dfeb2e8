/**
 * Writer process for a cluster: `widget-writer.ts NAMESPACE NAME TIMES`. It adds one to the size of a widget, TIMES
 * times.
 */
import { isStoreError } from '../../src/objects/store-error.ts';
import { widgets } from '../contract/widget.ts';
import { openTestCluster } from '../support/cluster/test-cluster.ts';

const [, , namespace = '', name = '', times = '0'] = process.argv;
const cluster = openTestCluster();
const { store } = cluster;
for (let left = Number(times); left > 0;) {
  const widget = await store.get(widgets, { namespace, name });
  if (widget === undefined) throw new Error(`widget ${name} not found`);
  const { resourceVersion } = widget.metadata;
  const patch = { metadata: { resourceVersion }, spec: { size: widget.spec.size + 1 } };
  const done = await store.patch(widgets, { namespace, name }, patch).catch((error: unknown) => error);
  if (isStoreError(done, 'Conflict')) continue;
  if (done instanceof Error) throw done;
  left -= 1;
}
await cluster.close();
