/**
 * Share of a stage's memory limit that the old space of the JavaScript heap may use. The rest is for the young space
 * (up to 150 MiB when full) and for memory outside the heap. With this limit, V8 collects garbage before the stage
 * reaches its memory limit, and reports when that fails.
 */
const heapShare = 0.5;

/**
 * Option of Node by which the young space of the heap starts at the size to which a stage would grow it, since
 * collections during the start take a sixth of the time of an empty stage.
 */
export const youngSpace = '--min-semi-space-size=16';

/**
 * Settings of glibc, which other C libraries ignore. Image buffers of 1 MiB and more are returned to the system when
 * they are freed, instead of staying in per-thread arenas: three 4K ads of noise peak at 385 MiB instead of 617.
 */
export const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Returns the value of Node's option `--max-old-space-size`, in MiB, for a stage with this memory limit. */
export function heapMebibytes(memoryBytesMax: number): number {
  return Math.floor((memoryBytesMax * heapShare) / 1024 / 1024);
}
