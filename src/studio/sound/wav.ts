import { sampleRate, type Stereo } from './stereo.ts';

const headerBytes = 44;
const bytesPerFrame = 4;

/** Returns the sound as a WAV file with 16 bits a sample. Samples outside of -1 to 1 are clipped. */
export function wavOf({ left, right }: Stereo): Buffer {
  const dataBytes = left.length * bytesPerFrame;
  const wav = Buffer.alloc(headerBytes + dataBytes);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * bytesPerFrame, 28);
  wav.writeUInt16LE(bytesPerFrame, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(dataBytes, 40);
  for (let at = 0; at < left.length; at++) {
    wav.writeInt16LE(pcm(left[at]), headerBytes + at * bytesPerFrame);
    wav.writeInt16LE(pcm(right[at]), headerBytes + at * bytesPerFrame + 2);
  }
  return wav;
}

const pcm = (sample = 0): number => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
