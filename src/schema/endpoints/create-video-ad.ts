import { CreatedJob } from '../response.ts';
import { VideoAdRequest } from '../video-request.ts';
import { acceptedHeaders, createHeaders } from './create-headers.ts';
import { endpoint } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

export const createVideoAd = endpoint({
  method: 'post',
  path: '/create_video_ad_async',
  operationId: 'createVideoAd',
  tag: 'Ads',
  window: 'video-create',
  summary: 'Make a video ad',
  description: `Takes a brand, a product with at least one picture, and a length from 10 to 15 seconds, and answers at once with the id of a job. The film is made in the background: read it with \`GET /jobs/{job_id}\`. A \`callback_url\` is checked and kept; nothing is posted to it yet.

\`product_images\` may be an empty list only where \`product_url\` is given. In an optional field \`null\`, \`""\` and \`[]\` mean the same as leaving it out. Every problem of the request is told at once.

An installation that does not make films accepts the job and ends it with \`[not_available]\`.`,
  headers: createHeaders,
  body: VideoAdRequest,
  bodyExamples: {
    minimal: { summary: 'The least', file: 'video-minimal.json' },
    full: { summary: 'Everything said', file: 'video-full.json' },
  },
  answers: {
    202: {
      description: 'The job was accepted.',
      schema: CreatedJob,
      headers: acceptedHeaders,
      examples: { accepted: { summary: 'Accepted', value: { job_id: pendingJob.job_id, type: 'video_ad' } } },
    },
  },
  problems: ['insufficient_credits'],
});
