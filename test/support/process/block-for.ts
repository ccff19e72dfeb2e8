/** Blocks the event loop for `ms` milliseconds, as a long computation would. */
export function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
