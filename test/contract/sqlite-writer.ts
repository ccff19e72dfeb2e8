/**
 * Writer process of a shared store file: `sqlite-writer.ts FILE NAMESPACE NAME TIMES`. It adds one to the size of a
 * widget, TIMES times.
 */
import { systemClock } from '../../src/clock/system-clock.ts';
import { isStoreError } from '../../src/objects/store-error.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { widgets } from './widget.ts';

const [, , file = '', namespace = '', name = '', times = '0'] = process.argv;
const store = openSqliteStore({ file, clock: systemClock });
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
store.close();
