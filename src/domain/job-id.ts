const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const versionPlace = 14;

export function jobIdFrom(text: string | undefined): string | undefined {
  const jobId = text?.toLowerCase();
  return jobId !== undefined && uuid.test(jobId) ? jobId : undefined;
}

/**
 * Returns the creation time that a job id (UUID v7) contains, in milliseconds since 1970. Returns undefined for an id
 * that is not a UUID v7; the API did not create such a job.
 */
export function madeAtMs(jobId: string): number | undefined {
  if (jobId.charAt(versionPlace) !== '7') return undefined;
  return parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
}
