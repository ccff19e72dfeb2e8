import type { Windows } from '../../../src/api/limits/windows.ts';

const unlimited = { isAllowed: true, limit: 10_000, remaining: 10_000, resetSeconds: 60 };

/** Rate limiter without limits, for tests that send more requests than the highest limit in the settings allows. */
export const unlimitedWindows: Windows = {
  countCreate: (_caller, window) => Promise.resolve({ ...unlimited, window }),
  countRead: () => ({ ...unlimited, window: 'job-read' }),
};
