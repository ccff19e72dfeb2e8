import type { z } from 'zod';
import type { Job } from '../response.ts';

type JobExample = z.input<typeof Job>;

const id = '0197c2f4-6f1a-7c3e-9b5d-2a1f8e4c7d90';
const none = { response: null, error: null };

export const pendingJob: JobExample = { job_id: id, type: 'image_ad', status: 'PENDING', ...none };

export const failedJob: JobExample = {
  job_id: id,
  type: 'image_ad',
  status: 'FAILED',
  response: null,
  error: 'The image model did not answer. [image_model_error]',
};

export const finishedJob: JobExample = {
  job_id: id,
  type: 'image_ad',
  status: 'SUCCESS',
  response: {
    images: [
      {
        url: `https://ads.example.com/files/${id}/image-1-6f0d2c9b4e8a71350c6b9d2e4f817a35/ad-1.png`,
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
  },
  error: null,
};
