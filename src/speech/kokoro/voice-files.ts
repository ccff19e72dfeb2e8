import type { ModelFile } from '../../models/installed/model-file.ts';

/** Kokoro-82M v1.0 with weights of 8 bits, as an ONNX file. */
export const modelFile: ModelFile = {
  path: 'kokoro-v1.0.int8.onnx',
  bytes: 92_361_271,
  sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
};

/** Voice of each accent: the one with the best grade in Kokoro's list of voices. */
export const voiceFiles = {
  af_heart: {
    path: 'voices/af_heart.bin',
    bytes: 522_240,
    sha256: 'd583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b',
  },
  bf_emma: {
    path: 'voices/bf_emma.bin',
    bytes: 522_240,
    sha256: '669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73',
  },
} as const satisfies Record<string, ModelFile>;

export type VoiceName = keyof typeof voiceFiles;
