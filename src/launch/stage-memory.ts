/**
 * Of the resident limit, for the old space of the JavaScript heap. The rest is room for the young one (up to 150 MiB while
 * it is full) and for what lies outside: V8 then cleans up before the limit is reached, and says so when that is in vain.
 */
const heapShare = 0.5;

/** Begin with the young space that a stage would grow to: collecting while it starts costs a sixth of an empty stage. */
export const youngSpace = '--min-semi-space-size=16';

/**
 * Of glibc; others ignore them. Pictures' buffers of 1 MiB and more go back to the system when they are freed, instead of
 * lying about in an arena for each thread: three 4K ads of noise peak at 385 MiB instead of 617.
 */
export const mallocSettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** `--max-old-space-size` of a stage with this limit. */
export function heapMebibytes(memoryBytesMax: number): number {
  return Math.floor((memoryBytesMax * heapShare) / 1024 / 1024);
}
