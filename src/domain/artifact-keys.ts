import { createHmac } from 'node:crypto';

/** Hex digits of the HMAC that are kept: 128 bits, so a folder cannot be guessed. */
const secretDigits = 32;

/**
 * The folder of one attempt, `<stage>-<attempt>-<32 hex digits>`. The same four values give the same name on every
 * replica and after every restart; without the installation's secret nobody can tell it.
 */
export function attemptFolder(installationSecret: string, jobId: string, stage: string, attempt: number): string {
  const mac = createHmac('sha256', installationSecret).update(`${jobId}/${stage}/${attempt}`).digest('hex');
  return `${stage}-${attempt}-${mac.slice(0, secretDigits)}`;
}

/** Everything of a job lies below this prefix. */
export function jobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}

/** The request, as every stage of the job reads it. */
export function requestKey(jobId: string): string {
  return `${jobPrefix(jobId)}request.json`;
}

export function artifactKey(jobId: string, folder: string, file: string): string {
  return `${jobPrefix(jobId)}${folder}/${file}`;
}

/** The key of another file in the folder of a `result.json`. */
export function siblingKey(resultRef: string, file: string): string {
  return resultRef.slice(0, resultRef.lastIndexOf('/') + 1) + file;
}

/** Where a client finds the file: `<public base>/files/<job id>/<folder>/<file>`. */
export function fileUrl(publicBase: string, key: string): string {
  return `${publicBase.replace(/\/+$/, '')}/files/${key.replace(/^jobs\//, '')}`;
}
