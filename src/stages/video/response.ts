import { clipped } from '../../domain/clipped.ts';
import type { FilmScript } from '../../schema/film-script.ts';
import type { Copy } from '../../studio/brief.ts';
import type { FilmedScene } from '../../studio/film/scenes/make-film.ts';
import { type Common, commonResponse, fitted } from '../response/common-response.ts';

/** Names of the files that the video stage writes. */
export const videoFiles = { film: 'ad.mp4', thumbnail: 'thumbnail.jpg', captions: 'captions.vtt' } as const;

export interface FinishedVideo extends Common {
  video: {
    width: number;
    height: number;
    seconds: number;
    framesPerSecond: number;
    bytes: number;
    sha256: string;
    hasAudio: boolean;
  };
  script: FilmScript;
  scenes: readonly FilmedScene[];
  /** Texts of the brief that the film shows unchanged; `''` for each text that the film does not show. */
  copy: Copy;
}

/**
 * Returns the `response` of the job without the parts that the controller adds later: the URLs, which replace the names
 * of files, and the `credits`.
 */
export function videoResponse({ video, script, scenes, copy, ...common }: FinishedVideo): Record<string, unknown> {
  const whole = {
    video: videoOf(video),
    narrative: clipped(script.narrative, 1_500),
    script: clipped(scriptText(script), 3_000),
    scenes: scenes.map((scene, at) => sceneOf(scene, script.scenes[at])),
    copy: Object.fromEntries(Object.entries(copy).filter(([, text]) => text !== '')),
    ...commonResponse(common),
  };
  return fitted(whole, [
    (response) => ({ ...response, narrative: clipped(response.narrative, 500) }),
    (response) => ({
      ...response,
      scenes: response.scenes.map((scene) => ({ ...scene, visual: clipped(scene.visual, 100) })),
    }),
  ]);
}

function videoOf({ width, height, seconds, framesPerSecond, bytes, sha256, hasAudio }: FinishedVideo['video']) {
  return {
    file: videoFiles.film,
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
  { startSeconds, endSeconds, onScreenText }: FilmedScene,
  scene: FilmScript['scenes'][number] | undefined,
) {
  return {
    start_seconds: inMs(startSeconds),
    end_seconds: inMs(endSeconds),
    voiceover: scene?.voiceover ?? '',
    on_screen_text: onScreenText,
    visual: scene?.visual ?? '',
  };
}

const inMs = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/** Returns the spoken texts of all scenes. For a scene without speech, the text on the screen is used. */
function scriptText({ scenes }: FilmScript): string {
  const texts = scenes.map(({ voiceover, on_screen_text: shown }) => (voiceover === '' ? shown : voiceover));
  return texts.filter((text) => text !== '').join(' ');
}
