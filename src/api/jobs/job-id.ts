const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const versionPlace = 14;

/** The id as it is stored: lower case. Undefined for what cannot be one. */
export function jobIdFrom(text: string | undefined): string | undefined {
  const jobId = text?.toLowerCase();
  return jobId !== undefined && uuid.test(jobId) ? jobId : undefined;
}

/** When the API made this id, in milliseconds since 1970: a UUID v7 begins with it. Undefined for another id. */
export function madeAtMs(jobId: string): number | undefined {
  if (jobId.charAt(versionPlace) !== '7') return undefined;
  return parseInt(jobId.slice(0, 8) + jobId.slice(9, 13), 16);
}
