import { ModelFailure } from '../model-failure.ts';
import type { ModelAnswer } from '../model-task.ts';

const containers: Readonly<Record<'picture' | 'sound' | 'film', readonly [mediaType: string, signature: RegExp][]>> = {
  picture: [
    ['image/png', /^\x89PNG\r\n\x1a\n/],
    ['image/jpeg', /^\xff\xd8\xff/],
    ['image/webp', /^RIFF[^]{4}WEBP/],
    ['image/avif', /^[^]{4}ftyp(avif|avis)/],
  ],
  sound: [
    ['audio/wav', /^RIFF[^]{4}WAVE/],
    ['audio/ogg', /^OggS/],
    ['audio/flac', /^fLaC/],
    // The second and third bit of the second byte state the version, and the next two the layer: 0 is ADTS.
    ['audio/aac', /^\xff[\xf0\xf1\xf8\xf9]/],
    ['audio/mpeg', /^(ID3|\xff[\xe2-\xe7\xea-\xef\xf2-\xf7\xfa-\xff])/],
  ],
  film: [
    ['video/mp4', /^[^]{4}ftyp/],
    ['video/webm', /^\x1a\x45\xdf\xa3/],
  ],
};

/**
 * Returns a result with the media type that its first bytes state, because servers often state another one. Throws
 * `ModelFailure` for an empty result, and for bytes of another kind, such as a page.
 */
export function typedResult(kind: keyof typeof containers, bytes: Buffer): ModelAnswer {
  if (bytes.length === 0) throw new ModelFailure('empty', `the model returned an empty ${kind}`);
  const head = bytes.toString('latin1', 0, 32);
  const [mediaType] = containers[kind].find(([, signature]) => signature.test(head)) ?? [];
  if (mediaType === undefined) throw new ModelFailure('unreadable', `the model returned a file that is no ${kind}`);
  return { bytes, mediaType };
}
