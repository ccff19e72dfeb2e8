/** Why a job ended FAILED: the code in the brackets of its `error`. Part of the API: codes are never changed, only added. */
export const jobErrors = {
  no_narratives: 'The narrative stage of a video found no story to tell.',
  image_model_error: 'The image model (or the built-in studio) could not make the picture.',
  video_model_error: 'The video model (or the built-in studio) could not make the film.',
  quality_gate: 'What was made did not pass the quality checks.',
  brand_unreadable:
    'No page of the brand or product could be read, and the installation or the account requires a readable one.',
  cancelled: 'The job was cancelled.',
  timed_out: 'The job was not finished within its overall time-out: 30 minutes for an image, 45 for a video.',
  result_too_large: 'The result is larger than a job can carry.',
  unschedulable: 'The cluster found no place to run a stage.',
  image_pull_failed: 'The container image of a stage could not be pulled.',
  insufficient_credits: 'The account had too few credits when the job was admitted.',
  account_not_found: 'The account that should pay does not exist.',
  key_not_found: 'The API key that the job names does not exist.',
  refused: 'The cluster refused the job, or its object is not a valid one.',
  not_available: 'This installation does not make ads of this type.',
  internal: 'Something went wrong on our side.',
} as const satisfies Record<string, string>;

export type JobErrorCode = keyof typeof jobErrors;

export function isJobErrorCode(code: string): code is JobErrorCode {
  return Object.hasOwn(jobErrors, code);
}

/** `The sentence. [code]`, as it stands in a job's `error`. One full stop, whether or not the sentence brings it. */
export function jobError(code: JobErrorCode, sentence: string): string {
  const words = sentence.trim().replace(/\.+$/, '');
  return `${/[!?]$/.test(words) ? words : `${words}.`} [${code}]`;
}
