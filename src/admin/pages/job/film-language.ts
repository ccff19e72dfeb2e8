import type { JobData } from './job-data.ts';

/** Returns the language of the captions as a BCP-47 tag. */
export function langOf({ script, brief }: Pick<JobData, 'script' | 'brief'>): string {
  return script?.language ?? brief?.brief.language ?? 'und';
}
