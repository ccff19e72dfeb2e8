import sharp from 'sharp';
import { wavOf } from '../../../src/models/providers/wav-of.ts';

/** Files that servers of tests return as results. */
const picture = sharp({ create: { width: 64, height: 80, channels: 3, background: '#3366aa' } });

export const resultFiles = {
  png: await picture.clone().png().toBuffer(),
  jpeg: await picture.clone().jpeg().toBuffer(),
  webp: await picture.clone().webp().toBuffer(),
  /** 0.1 s of samples of 16 bits at 24 kHz. */
  pcm: Buffer.alloc(4_800, 1),
  wav: wavOf(Buffer.alloc(4_800, 1), 24_000),
  /** Head of a file with an ID3 tag, as MP3 files of ElevenLabs begin. */
  mp3: Buffer.from(`494433040000000000${'00'.repeat(64)}fffb9064`, 'hex'),
};
