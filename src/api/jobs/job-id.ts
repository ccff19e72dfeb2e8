const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const versionPlace = 14;

/** Returns the id in lower case, as it is stored; undefined if the text is not a UUID. */
export function jobIdFrom(text: string | undefined): string | undefined {
  const jobId = text?.toLowerCase();
  return jobId !== undefined && uuid.test(jobId) ? jobId : undefined;
}

/**
 * Returns the time in a UUID v7, in milliseconds since 1970; undefined for another id, which the API did not create.
 */
export function madeAtMs(jobId: string): number | undefined {
  if (jobId.charAt(versionPlace) !== '7') return undefined;
  return parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
}
