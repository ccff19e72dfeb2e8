import type { Windows } from '../../src/api/limits/windows.ts';

const endless = { isAllowed: true, limit: 10_000, remaining: 10_000, resetSeconds: 60 };

/** Rate limit windows for tests that send more requests than any setting allows, such as eleven videos. */
export const endlessWindows: Windows = {
  countCreate: (_caller, window) => Promise.resolve({ ...endless, window }),
  countRead: () => ({ ...endless, window: 'job-read' }),
};
