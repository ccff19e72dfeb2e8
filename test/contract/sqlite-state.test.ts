import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SqliteState } from '../../src/admin/state/sqlite-state.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { expiringStateContract } from './expiring-state.ts';

function opened() {
  const clock = new FakeClock();
  const folder = temporaryFolder();
  const file = join(folder.path, 'admin.db');
  const [state, other] = [new SqliteState({ file, clock }), new SqliteState({ file, clock })];
  const close = () => {
    state.close();
    other.close();
    folder.remove();
    return Promise.resolve();
  };
  return { state, other, pass: (ms: number) => clock.advance(ms), close };
}

expiringStateContract('SqliteState', 1_000, () => Promise.resolve(opened()));

test('a closed state fails with StateUnavailable', async () => {
  const { state, close } = opened();
  state.close();
  await expect(state.get('a')).rejects.toMatchObject({ name: 'StateUnavailable' });
  await expect(state.set('a', 'b', 1)).rejects.toMatchObject({ name: 'StateUnavailable' });
  await close();
});
