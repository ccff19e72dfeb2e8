/**
 * Share of the resident limit for the old space of the JavaScript heap. The rest is for the young space (up to 150 MiB
 * when full) and for memory outside the heap. V8 then collects garbage before the limit is reached, and reports when
 * that fails.
 */
const heapShare = 0.5;

/**
 * Starts with the young space that a stage would grow to, since collections during the start take a sixth of the time
 * of an empty stage.
 */
export const youngSpace = '--min-semi-space-size=16';

/**
 * Settings of glibc, which other C libraries ignore. Image buffers of 1 MiB and more are returned to the system when
 * they are freed, instead of staying in per-thread arenas: three 4K ads of noise peak at 385 MiB instead of 617.
 */
export const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Returns `--max-old-space-size` of a stage with this memory limit. */
export function heapMebibytes(memoryBytesMax: number): number {
  return Math.floor((memoryBytesMax * heapShare) / 1024 / 1024);
}
