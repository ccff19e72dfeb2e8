import { clipped } from '../../domain/clipped.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { MadeVideo } from '../../schema/made-file.ts';
import { type Common, commonResponse, fitted } from '../response/common-response.ts';

/** Names of the files that the video stage writes. */
export const videoFiles = { film: 'ad.mp4', thumbnail: 'thumbnail.jpg', captions: 'captions.vtt' } as const;

export interface FinishedVideo extends Omit<Common, 'checks' | 'degraded'> {
  video: MadeVideo;
  script: FilmScript;
}

/**
 * Returns the `response` of the job without the parts that the controller adds later: the URLs, which replace the names
 * of files, and the `credits`.
 */
export function videoResponse({ video, script, ...common }: FinishedVideo): Record<string, unknown> {
  const whole = {
    video: videoOf(video),
    narrative: clipped(script.narrative, 1_500),
    script: clipped(scriptText(script), 3_000),
    scenes: video.scenes.map((scene, at) => sceneOf(scene, script.scenes[at])),
    copy: Object.fromEntries(Object.entries(video.copy).filter(([, text]) => text !== '')),
    ...commonResponse({ ...common, checks: video.checks, degraded: video.degraded }),
  };
  return fitted(whole, [
    (response) => ({ ...response, narrative: clipped(response.narrative, 500) }),
    (response) => ({
      ...response,
      scenes: response.scenes.map((scene) => ({ ...scene, visual: clipped(scene.visual, 100) })),
    }),
  ]);
}

function videoOf({ file, width, height, seconds, framesPerSecond, bytes, sha256, hasAudio }: MadeVideo) {
  return {
    file,
    width,
    height,
    duration_seconds: inMs(seconds),
    fps: framesPerSecond,
    format: 'mp4',
    bytes,
    sha256,
    has_audio: hasAudio,
    thumbnail_file: videoFiles.thumbnail,
    captions_file: videoFiles.captions,
  };
}

function sceneOf(
  { startSeconds, endSeconds, onScreenText, filmedBy }: MadeVideo['scenes'][number],
  scene: FilmScript['scenes'][number] | undefined,
) {
  return {
    start_seconds: inMs(startSeconds),
    end_seconds: inMs(endSeconds),
    voiceover: scene?.voiceover ?? '',
    on_screen_text: onScreenText,
    visual: scene?.visual ?? '',
    ...(filmedBy !== undefined && { filmed_by: filmedBy }),
  };
}

const inMs = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Returns the spoken texts of all scenes. For a scene without speech, the text on the screen is used. */
function scriptText({ scenes }: FilmScript): string {
  const texts = scenes.map(({ voiceover, on_screen_text: shown }) => (voiceover === '' ? shown : voiceover));
  return texts.filter((text) => text !== '').join(' ');
}
