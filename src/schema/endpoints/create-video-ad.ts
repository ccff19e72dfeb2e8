import { VideoAdRequest } from '../video-request.ts';
import { createAnswers, createHeaders, createProblems, createQuery } from './create-headers.ts';
import { endpoint } from './endpoint.ts';

export const createVideoAd = endpoint({
  method: 'post',
  path: '/create_video_ad_async',
  operationId: 'createVideoAd',
  tag: 'Ads',
  window: 'video-create',
  summary: 'Make a video ad',
  description: `Takes a brand, a product with at least one picture, and a length from 10 to 15 seconds, and answers at once with the id of a job. The film is made in the background: read it with \`GET /jobs/{job_id}\`. A \`callback_url\` is checked and kept; nothing is posted to it yet.

\`product_images\` may be an empty list only where \`product_url\` is given. In an optional field \`null\`, \`""\` and \`[]\` mean the same as leaving it out. Every problem of the request is told at once.

The job costs 30 credits, unless this installation has other prices (\`GET /pricing\`). They are held now, charged when it succeeds, and given back when it fails.

An installation that does not make films accepts the job and ends it with \`[not_available]\`.`,
  headers: createHeaders,
  query: createQuery,
  body: VideoAdRequest,
  bodyExamples: {
    minimal: { summary: 'The least', file: 'video-minimal.json' },
    full: { summary: 'Everything said', file: 'video-full.json' },
  },
  answers: createAnswers('video_ad', 30),
  problems: createProblems,
});
