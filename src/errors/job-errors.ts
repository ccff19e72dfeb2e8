/**
 * Meaning of each code that the `error` of a FAILED job can end with, in brackets. The codes are part of the API: new
 * codes may be added, but no code is ever changed or removed. `job-error-meanings.ts` adds the timeouts.
 */
export const jobErrors = {
  no_narratives: 'The request and its pages have neither a usable picture nor any text for a video.',
  image_model_error: 'The image model or the built-in studio could not make the image.',
  video_model_error: 'The video model or the built-in studio could not make the video.',
  quality_gate: 'The result did not pass the quality checks.',
  brand_unreadable:
    'No page of the brand or product could be read, and the installation or the account requires a readable page.',
  cancelled: 'The job was cancelled.',
  timed_out: 'The job exceeded its overall timeout',
  result_too_large: 'The result exceeds the size limit of a job.',
  unschedulable: 'The cluster could not schedule a stage.',
  image_pull_failed: 'The container image of a stage could not be pulled, by default for 25 minutes.',
  insufficient_credits: 'The account had too few credits for the job.',
  account_not_found: 'The account that pays for the job does not exist.',
  key_not_found: 'The API key that the job names does not exist.',
  refused: 'The cluster rejected the job, or its AdJob is not valid.',
  not_available: 'This version does not make ads of this type.',
  internal: 'An internal error occurred.',
} as const satisfies Record<string, string>;

export type JobErrorCode = keyof typeof jobErrors;

export function isJobErrorCode(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}

export function jobError(code: JobErrorCode, sentence: string): string {
  const text = sentence.trim().replace(/\.+$/, '');
  return `${/[!?]$/.test(text) ? text : `${text}.`} [${code}]`;
}
