/**
 * Program that runs the speech model in a separate process, so that its memory is freed with the process and the event
 * loop of the stage stays free. The argument is the folder of the voice files. The program answers each message of its
 * parent with one message, and ends when its parent does.
 */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { answerWith, endWithParent } from '../../models/installed/model-program.ts';
import { type ModelFile, verifiedPath } from '../../models/installed/model-file.ts';
import { modelFile, voiceFiles } from './voice-files.ts';
import type { VoiceRequest } from './voice-messages.ts';

/** More threads than this gain little for sentences of a few seconds. */
const threadsMax = 2;
/** Number of values with which the voice file describes the voice for one length of text. */
const styleSize = 256;

const folder = process.argv[2] ?? '.';
const verified = (file: ModelFile): Promise<string> => verifiedPath(folder, file, 'make voices');

let opened: Promise<InferenceSession> | undefined;

/** The runtime opens the file itself. With a buffer, the weights would be in memory twice. */
async function openSession(): Promise<InferenceSession> {
  return InferenceSession.create(await verified(modelFile), {
    intraOpNumThreads: Math.min(threadsMax, availableParallelism()),
    interOpNumThreads: 1,
    executionMode: 'sequential',
    // Threads sleep while they wait for each other. On busy cores, spinning takes half as much CPU again.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });
}

async function speak({ tokens, voice, speed }: VoiceRequest): Promise<Float32Array> {
  opened ??= openSession();
  const session = await opened;
  const bytes = await readFile(await verified(voiceFiles[voice]));
  const styles = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  // A voice has one style for each number of tokens.
  const style = Math.min(tokens.length, styles.length / styleSize - 1) * styleSize;
  const { audio } = await session.run({
    tokens: new Tensor('int64', BigInt64Array.from([0, ...tokens, 0], BigInt), [1, tokens.length + 2]),
    style: new Tensor('float32', styles.slice(style, style + styleSize), [1, styleSize]),
    speed: new Tensor('float32', [speed], [1]),
  });
  if (!(audio?.data instanceof Float32Array)) throw new Error('the speech model returned no sound');
  return audio.data;
}

process.on('message', (request: VoiceRequest) => {
  answerWith(speak(request));
});
endWithParent();
