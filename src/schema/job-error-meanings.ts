import { adTypes } from '#ad-types';
import { jobErrors, type JobErrorCode } from '../errors/job-errors.ts';

const timeouts = adTypes.map(({ noun, overallTimeoutMinutes: minutes }) => `${minutes} minutes for ${noun}`);

/** Meaning of each code that the `error` of a FAILED job can end with, for clients. */
export const jobErrorMeanings: Readonly<Record<JobErrorCode, string>> = {
  ...jobErrors,
  timed_out: `${jobErrors.timed_out}: ${timeouts.join(', ')}.`,
};
