const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id as it is stored: lower case. Undefined for what cannot be one. */
export function jobIdFrom(text: string | undefined): string | undefined {
  const jobId = text?.toLowerCase();
  return jobId !== undefined && uuid.test(jobId) ? jobId : undefined;
}
