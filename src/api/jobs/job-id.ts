const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const versionPlace = 14;

/**
 * Returns the job id in lower case, the form in which job ids are stored. Returns undefined if the text is not a UUID.
 */
export function jobIdFrom(text: string | undefined): string | undefined {
  const jobId = text?.toLowerCase();
  return jobId !== undefined && uuid.test(jobId) ? jobId : undefined;
}

/**
 * Returns the creation time that a UUID v7 contains, in milliseconds since 1970. Returns undefined for a job id of
 * another form, which the API did not create.
 */
export function madeAtMs(jobId: string): number | undefined {
  if (jobId.charAt(versionPlace) !== '7') return undefined;
  return parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
}
