import { createHmac } from 'node:crypto';

/** Number of hex digits of the HMAC in a folder name: 128 bits, so that the name cannot be guessed. */
const secretDigits = 32;

/**
 * Returns the name of the folder for one attempt (run of a stage), `<stage>-<attempt>-<32 hex digits>`. The same
 * arguments give the same name on every replica and after every restart. The name cannot be computed without the
 * installation secret.
 */
export function attemptFolder(installationSecret: string, jobId: string, stage: string, attempt: number): string {
  const mac = createHmac('sha256', installationSecret).update(`${jobId}/${stage}/${attempt}`).digest('hex');
  return `${stage}-${attempt}-${mac.slice(0, secretDigits)}`;
}

/** Returns the key prefix of all artifacts of a job. */
export function jobPrefix(jobId: string): string {
  return `jobs/${jobId}/`;
}

/** Returns the key of the request file, which every stage of the job reads. */
export function requestKey(jobId: string): string {
  return `${jobPrefix(jobId)}request.json`;
}

export function artifactKey(jobId: string, folder: string, file: string): string {
  return `${jobPrefix(jobId)}${folder}/${file}`;
}

/** Returns the key of another file in the folder of a `result.json`. */
export function siblingKey(resultRef: string, file: string): string {
  return resultRef.slice(0, resultRef.lastIndexOf('/') + 1) + file;
}

/** Returns the public URL of a file: `<public base>/files/<job id>/<folder>/<file>`. */
export function fileUrl(publicBase: string, key: string): string {
  return `${publicBase.replace(/\/+$/, '')}/files/${key.replace(/^jobs\//, '')}`;
}
