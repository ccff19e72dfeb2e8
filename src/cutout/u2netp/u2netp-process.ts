/**
 * Program that runs U²-Net-p in a separate process, so that its memory, about 260 MB, is freed with the process. The
 * argument is the folder of the weights. Each request gets the mask of its picture: a byte for each pixel.
 */
import { availableParallelism } from 'node:os';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerWith, endWithParent } from '../../models/installed/model-program.ts';
import { verifiedPath } from '../../models/installed/model-file.ts';
import { networkSide, weightsFile, type MaskRequest } from './u2netp-files.ts';

/** More threads than this gain little. */
const threadsMax = 2;
/** Mean and deviation of the pictures with which the network was trained, for each channel. */
const means = [0.485, 0.456, 0.406] as const;
const deviations = [0.229, 0.224, 0.225] as const;

const folder = process.argv[2] ?? '.';
const opened = openSession();
opened.catch(() => undefined); // Each request fails with this error.

async function openSession(): Promise<InferenceSession> {
  return InferenceSession.create(await verifiedPath(folder, weightsFile, 'make cutout'), {
    intraOpNumThreads: Math.min(threadsMax, availableParallelism()),
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // The arena keeps all memory that it ever used, 570 MB. The optimisations of `all` change the order of the channels,
    // which saves a tenth of the time and takes 75 MB more.
    enableCpuMemArena: false,
    enableMemPattern: false,
    graphOptimizationLevel: 'basic',
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

async function mask({ rgb }: MaskRequest): Promise<Uint8Array> {
  const session = await opened;
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  const shape = [1, 3, networkSide, networkSide];
  const found = await session.run({ [input]: new Tensor('float32', planes(rgb), shape) }, [output]);
  const values = found[output]?.data;
  if (!(values instanceof Float32Array)) throw new Error('the network returned no mask');
  return bytes(values);
}

/** Returns the channels one after another, divided by the brightest value of the picture and normalised. */
function planes(rgb: Uint8Array): Float32Array {
  const area = networkSide * networkSide;
  const brightest = rgb.reduce((most, value) => Math.max(most, value), 1);
  const input = new Float32Array(3 * area);
  for (const [channel, mean] of means.entries())
    for (let at = 0; at < area; at++)
      input[channel * area + at] = ((rgb[at * 3 + channel] ?? 0) / brightest - mean) / (deviations[channel] ?? 1);
  return input;
}

/** Returns the values stretched to 0 to 255. */
function bytes(values: Float32Array): Uint8Array {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return Uint8Array.from(values, (value) => Math.round((255 * (value - least)) / Math.max(1e-6, most - least)));
}

process.on('message', (request: MaskRequest) => {
  answerWith(mask(request));
});
endWithParent();
