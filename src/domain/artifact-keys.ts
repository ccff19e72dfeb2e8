import { createHmac } from 'node:crypto';

/** Number of hexadecimal digits that make the name of a folder impossible to guess: 128 bits of an HMAC. */
const secretDigits = 32;

/**
 * Returns the name of the folder for the files of one attempt: `<stage>-<attempt>-<32 hex digits>`. The same arguments
 * give the same name on every replica and after every restart. Without the installation secret, the name cannot be
 * computed.
 */
export function attemptFolder(installationSecret: string, jobId: string, stage: string, attempt: number): string {
  const mac = createHmac('sha256', installationSecret).update(`${jobId}/${stage}/${attempt}`).digest('hex');
  return `${stage}-${attempt}-${mac.slice(0, secretDigits)}`;
}

/**
 * Prefixes of the files of the archive: the records with the final callback deliveries, the pending deliveries, and the
 * requests that were run. The file `callbacks/<namespace>/<account>/<job id>.json` contains the state of one pending
 * delivery, and is deleted once the callback is delivered or given up. The file `runs/<hash>.json` names the job that was
 * run last for a request that a user applied.
 */
export const archivePrefixes = ['archive/', 'callbacks/', 'runs/'] as const;

export function jobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}

export function requestKey(jobId: string): string {
  return `${jobPrefix(jobId)}request.json`;
}

/** Key of the log of an attempt. It is no file of an ad, so it has no URL that works without a session. */
export function attemptLogKey(jobId: string, stage: string, attempt: number): string {
  return `${jobPrefix(jobId)}logs/${stage}-${attempt}.log`;
}

export function artifactKey(jobId: string, folder: string, file: string): string {
  return `${jobPrefix(jobId)}${folder}/${file}`;
}

export function siblingKey(resultRef: string, file: string): string {
  return resultRef.slice(0, resultRef.lastIndexOf('/') + 1) + file;
}

/** Returns the public URL of a file of a job: `<public base>/files/<job id>/<folder>/<file>`. */
export function fileUrl(publicBase: string, key: string): string {
  return `${publicBase.replace(/\/+$/, '')}/files/${key.replace(/^jobs\//, '')}`;
}
