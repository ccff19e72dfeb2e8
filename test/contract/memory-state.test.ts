import { MemoryState } from '../support/admin/memory-state.ts';
import { FakeClock } from '../support/time/fake-clock.ts';
import { expiringStateContract } from './expiring-state.ts';

expiringStateContract('MemoryState', 1_000, () => {
  const clock = new FakeClock();
  const state = new MemoryState(clock);
  return Promise.resolve({ state, other: state, pass: (ms) => clock.advance(ms), close: () => Promise.resolve() });
});
