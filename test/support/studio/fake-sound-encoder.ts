import type { EncodedSound } from '../../../src/studio/sound/encode-sound.ts';
import { gainOf, type Stereo } from '../../../src/studio/sound/stereo.ts';

/** Level above which the encoder raises samples. */
const loud = gainOf(-9);

/** Sound encoder that raises loud samples by some decibels, each time by the next of `raises`, and then by none. */
export class FakeSoundEncoder {
  /** Sounds that were encoded, as a player would play them. */
  readonly played: Stereo[] = [];
  readonly #raises: readonly number[];

  constructor(...raises: number[]) {
    this.#raises = raises;
  }

  readonly encode = (sound: Stereo): Promise<EncodedSound> => {
    const gain = gainOf(this.#raises[this.played.length] ?? 0);
    const raised = (samples: Float32Array): Float32Array =>
      samples.map((sample) => (Math.abs(sample) > loud ? sample * gain : sample));
    const played = { left: raised(sound.left), right: raised(sound.right) };
    this.played.push(played);
    return Promise.resolve({ mp4: Buffer.from(`encoding ${this.played.length}`), played });
  };
}
