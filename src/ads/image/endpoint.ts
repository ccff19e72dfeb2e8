import type { AdTraits } from '../ad-type.ts';
import type { ImageResponse } from './response.ts';

export const endpoint: AdTraits['endpoint'] = {
  summary: 'Create an image ad',
  description: `Creates a job for an image ad of a brand and, optionally, a product. Returns the id of the job immediately. The ad is made in the background; read it with \`GET /jobs/{job_id}\`. If \`callback_url\` is given, the finished job is also sent there, in a request that is signed as [Standard Webhooks](https://www.standardwebhooks.com) describe. A delivery that fails is retried for about three days and changes nothing in the job.

The request must contain \`brand_data.brand_url\`, or \`brand_data.brand_images\` with at least one picture. Colours, fonts, logo and text are taken from the pages. Values of the request take precedence. The service never invents text that neither the request nor a page contains.

In an optional field, \`null\`, \`""\` and \`[]\` mean the same as leaving it out. A 422 lists all invalid values of the request.

The job costs 5 credits for each aspect ratio at 1K and 10 credits at 4K, unless this installation has other prices (\`GET /pricing\`). The credits are reserved now, charged if the job succeeds, and released if it fails.`,
  bodyExamples: {
    page: { summary: 'A brand and a product page', file: 'image-page.json' },
    minimal: { summary: 'Minimal request', file: 'image-minimal.json' },
    callback: { summary: 'The result is sent to a receiver', file: 'image-callback.json' },
    formats: { summary: 'One ad in four formats', file: 'image-formats.json' },
    full: { summary: 'All fields', file: 'image-full.json' },
  },
};

const response: ImageResponse = {
  images: [
    {
      url: 'https://ads.example.com/files/0197c2f4-6f1a-7c3e-9b5d-2a1f8e4c7d90/image-1-6f0d2c9b4e8a71350c6b9d2e4f817a35/ad-1.png',
      aspect_ratio: '1:1',
      resolution: '1K',
      width: 1024,
      height: 1024,
      format: 'png',
      bytes: 412_907,
      sha256: '9f2c1c0f6a4be1f0d7b7c1d9f34f6a86c1c0a1f1e4a35a0d9d2b8a7a54f3c6e2',
      alt_text: 'Ad by Verdane: a bottle of spruce body oil on stone. Text: Quiet skin. Try it.',
    },
  ],
  copy: { headline: 'Quiet skin.', subheadline: '', cta: 'Try it', offer: '', price: '' },
  concept: 'Let the bottle stand alone on stone, in the light of an early morning.',
  brand: {
    name: 'Verdane',
    colors: [{ hex: '#1f4d3a', label: null, role: 'primary', source: 'stylesheet', confidence: 0.9 }],
    fonts: [{ family: 'Fraunces', url: null, source: 'stylesheet', confidence: 0.8 }],
    logo: { url: 'https://www.example.com/logo.svg', source: 'json-ld', confidence: 0.95 },
    headlines: [{ text: 'Quiet skin.', source: 'page' }],
    ctas: [{ text: 'Try it', source: 'page' }],
    product: {
      name: 'Spruce body oil',
      description: 'A dry oil that sinks in at once.',
      price: '38.00',
      currency: 'EUR',
      images: ['https://www.example.com/spruce.jpg'],
      source: 'json-ld',
    },
    onboarding: 'done',
  },
  quality: { passed: true, checks: [{ check: 'text_contrast', value: 7.4, limit: 4.5, passed: true }] },
  provenance: {
    generator: 'adwright/0.1.0',
    model: 'adwright-studio',
    digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic',
  },
  credits: 5,
  degraded: false,
  notes: [],
};

export const example = { response, error: 'The image model did not answer. [image_model_error]' };
