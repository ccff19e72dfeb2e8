import { createImageAd } from './create-image-ad.ts';
import { createVideoAd } from './create-video-ad.ts';
import type { Endpoint } from './endpoint.ts';
import { getDocs } from './get-docs.ts';
import { getErrorDocs } from './get-error-docs.ts';
import { getFile } from './get-file.ts';
import { getJob } from './get-job.ts';
import { getOpenApi } from './get-openapi.ts';
import { livez } from './livez.ts';
import { readyz } from './readyz.ts';

/** In the order in which the documentation tells them. */
export const endpoints: readonly Endpoint[] = [
  createImageAd,
  createVideoAd,
  getJob,
  getFile,
  getOpenApi,
  getDocs,
  getErrorDocs,
  livez,
  readyz,
];
