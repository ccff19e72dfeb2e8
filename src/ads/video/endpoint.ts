import type { AdTraits } from '../ad-type.ts';

export const endpoint: AdTraits['endpoint'] = {
  summary: 'Create a video ad',
  description: `Creates a job for a video ad of a brand, a product with at least one picture, and a length from 10 to 15 seconds. Returns the id of the job immediately. The video is made in the background; read it with \`GET /jobs/{job_id}\`. If \`callback_url\` is given, the finished job is also sent there, in a request that is signed as [Standard Webhooks](https://www.standardwebhooks.com) describe. A delivery that fails is retried for about three days and changes nothing in the job.

\`product_images\` can be an empty list only if \`product_url\` is given. In an optional field, \`null\`, \`""\` and \`[]\` mean the same as leaving it out. A 422 lists all invalid values of the request.

The job costs 30 credits, unless this installation has other prices (\`GET /pricing\`). The credits are reserved now, charged if the job succeeds, and released if it fails.

With \`generate_sound\` the video has a voice-over in the languages that the installation has a voice for, and music. Captions are made for every video.`,
  bodyExamples: {
    minimal: { summary: 'Minimal request', file: 'video-minimal.json' },
    full: { summary: 'All fields', file: 'video-full.json' },
    playful: { summary: 'Playful film of a product with an offer, 9:16', file: 'video-playful.json' },
    technical: { summary: 'Technical film in German, 16:9', file: 'video-technical-german.json' },
    elegant: { summary: 'Elegant film in Arabic with music, 1:1', file: 'video-elegant-arabic.json' },
  },
};
