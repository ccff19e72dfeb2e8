import type { ImageAdSpec } from '../../../src/ads/image/request.ts';
import type { VideoAdSpec } from '../../../src/ads/video/request.ts';
import type { AdJob, AdJobSpec, AdJobStatus } from '../../../src/schema/adjob.ts';
import type { ArchivedJob } from '../../../src/schema/archived-job.ts';
import type { ObjectMeta } from '../../../src/objects/stored-object.ts';

export const jobName = '01939d2c-7a10-7cc3-9a5b-3d1f0c1e2a4b';

/** Returns the spec of an image job with a brand page and without a direction, for which all three stages run. */
export function imageSpec(change: Partial<AdJobSpec> = {}, generation: Partial<ImageGeneration> = {}): AdJobSpec {
  return {
    type: 'image_ad',
    accountRef: { name: 'acme' },
    apiKeyRef: { name: 'acme-key' },
    image: imageRequest(generation),
    ...change,
  };
}

type ImageGeneration = ImageAdSpec['generationMetadata'];

/** Returns the request of an image job as its spec contains it. */
export function imageRequest(generation: Partial<ImageGeneration> = {}): ImageAdSpec {
  return {
    brandData: { brandUrl: 'https://brand.example/' },
    generationMetadata: { aspectRatios: '1:1', language: 'en-us', noText: false, resolution: '1K', ...generation },
  };
}

export function videoSpec(): AdJobSpec {
  return { type: 'video_ad', accountRef: { name: 'acme' }, video: videoRequest() };
}

/** Returns the request of a video job as its spec contains it. */
export function videoRequest(): VideoAdSpec {
  return {
    brandMetadata: { brandImages: [] },
    productMetadata: { productImages: [{ imageUrl: 'https://brand.example/shoe.png' }] },
    generationMetadata: { aspectRatio: '9:16', targetDuration: 12, locale: 'en-US', generateSound: false },
  };
}

/** Returns a job as the API creates it at 12:00:00: with the finalizer and without a status. */
export function buildJob(
  change: { spec?: AdJobSpec; status?: AdJobStatus; metadata?: Partial<ObjectMeta> } = {},
): AdJob {
  return {
    apiVersion: 'adwright.dev/v1alpha1',
    kind: 'AdJob',
    metadata: {
      name: jobName,
      namespace: 'default',
      uid: 'uid-1',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2026-11-01T12:00:00Z',
      finalizers: ['adwright.dev/cleanup'],
      ...change.metadata,
    },
    spec: change.spec ?? imageSpec(),
    ...(change.status && { status: change.status }),
  };
}

/** Returns the archive record of a job. */
export function buildArchivedJob(change: Partial<ArchivedJob> = {}): ArchivedJob {
  return {
    jobId: jobName,
    namespace: 'default',
    apiKey: 'acme-key',
    account: 'acme',
    type: 'image_ad',
    phase: 'SUCCESS',
    creationTime: '2026-11-01T12:00:00Z',
    completionTime: '2026-11-01T12:01:00Z',
    credits: { required: 5, charged: 5 },
    body: '{"job_id":"x"}',
    ...change,
  };
}
