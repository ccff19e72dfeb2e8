import { ImageAdRequest } from '../image-request.ts';
import { createAnswers, createHeaders, createProblems, createQuery } from './create-headers.ts';
import { endpoint } from './endpoint.ts';

export const createImageAd = endpoint({
  method: 'post',
  path: '/create_image_ad_async',
  operationId: 'createImageAd',
  tag: 'Ads',
  window: 'image-create',
  summary: 'Make an image ad',
  description: `Takes a brand, and a product where there is one, and answers at once with the id of a job. The ad is made in the background: read it with \`GET /jobs/{job_id}\`. A \`callback_url\` is checked and kept; nothing is posted to it yet.

The least that is needed is \`brand_data.brand_url\`, or \`brand_data.brand_images\` with a picture. Colours, fonts, logo and words are taken from the pages; what the request gives wins over what was found. Words that nobody gave are never invented.

In an optional field \`null\`, \`""\` and \`[]\` mean the same as leaving it out. Every problem of the request is told at once.

The job costs 5 credits for each aspect ratio at 1K and 10 at 4K, unless this installation has other prices (\`GET /pricing\`). They are held now, charged when it succeeds, and given back when it fails.`,
  headers: createHeaders,
  query: createQuery,
  body: ImageAdRequest,
  bodyExamples: {
    page: { summary: 'A brand and a product page', file: 'image-page.json' },
    minimal: { summary: 'The least', file: 'image-minimal.json' },
    formats: { summary: 'One ad in four formats', file: 'image-formats.json' },
    full: { summary: 'Everything said', file: 'image-full.json' },
  },
  answers: createAnswers('image_ad', 5),
  problems: createProblems,
});
