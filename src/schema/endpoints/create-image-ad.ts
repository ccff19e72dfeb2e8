import { ImageAdRequest } from '../image-request.ts';
import { createAnswers, createHeaders, createProblems, createQuery } from './create-headers.ts';
import { endpoint } from './endpoint.ts';

export const createImageAd = endpoint({
  method: 'post',
  path: '/create_image_ad_async',
  operationId: 'createImageAd',
  tag: 'Ads',
  window: 'image-create',
  summary: 'Create an image ad',
  description: `Creates a job for an image ad of a brand and, optionally, a product. Returns the id of the job immediately. The ad is made in the background; read it with \`GET /jobs/{job_id}\`. If \`callback_url\` is given, the finished job is also sent there, in a request that is signed as [Standard Webhooks](https://www.standardwebhooks.com) describe. A delivery that fails is retried for about three days and changes nothing in the job.

The request must contain \`brand_data.brand_url\`, or \`brand_data.brand_images\` with at least one picture. Colours, fonts, logo and text are taken from the pages. Values of the request take precedence. The service never invents text that neither the request nor a page contains.

In an optional field, \`null\`, \`""\` and \`[]\` mean the same as leaving it out. A 422 lists all invalid values of the request.

The job costs 5 credits for each aspect ratio at 1K and 10 credits at 4K, unless this installation has other prices (\`GET /pricing\`). The credits are reserved now, charged if the job succeeds, and released if it fails.`,
  headers: createHeaders,
  query: createQuery,
  body: ImageAdRequest,
  bodyExamples: {
    page: { summary: 'A brand and a product page', file: 'image-page.json' },
    minimal: { summary: 'Minimal request', file: 'image-minimal.json' },
    callback: { summary: 'The result is sent to a receiver', file: 'image-callback.json' },
    formats: { summary: 'One ad in four formats', file: 'image-formats.json' },
    full: { summary: 'All fields', file: 'image-full.json' },
  },
  answers: createAnswers('image_ad', 5),
  problems: createProblems,
});
