import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { script } from '../../src/stages/script/script.ts';
import { video } from '../../src/stages/video/video.ts';
import { inMemoryStage, type StageScene } from '../../test/support/stages/stage-scene.ts';
import type { GivenRequest } from './requests.ts';

/**
 * Makes the film of a video request with the code of the stages, without a voice. Writes `NAME.mp4`, `NAME.json` and
 * `NAME-sheet.png` with a frame each half second. Returns lines to print.
 */
export async function writeRequestedFilm({ name, ...given }: GivenRequest, out: string): Promise<string[]> {
  const scene: StageScene = { stage: 'script', request: given.body, ...given };
  const writing = inMemoryStage(scene);
  await script(writing.context);
  const written = String(writing.written.get('script.json'));
  const filming = inMemoryStage({ ...scene, stage: 'video', script: JSON.parse(written) });
  const { response, summary } = await video(filming.context);
  const file = join(out, `${name}.mp4`);
  writeFileSync(file, filming.written.get('ad.mp4') ?? '');
  const made: unknown = JSON.parse(String(filming.written.get('made.json')));
  const json = { name, script: JSON.parse(written) as unknown, made, response };
  writeFileSync(join(out, `${name}.json`), JSON.stringify(json, null, 2));
  const sheet = ['-y', '-loglevel', 'error', '-i', file, '-vf', 'fps=2,scale=-2:360,tile=8x4', '-frames:v', '1'];
  execFileSync('ffmpeg', [...sheet, join(out, `${name}-sheet.png`)]);
  return [summary];
}
