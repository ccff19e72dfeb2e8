import type { Copy, QualityCheck } from '../brief.ts';
import type { Size } from '../box.ts';
import type { Film } from './film.ts';

/** Spoken words of one scene. Times are in seconds since the start of the speech. */
export interface SceneSpeech {
  seconds: number;
  sentences: { text: string; startSeconds: number; endSeconds: number }[];
}

export interface FilmOptions {
  size: Size;
  seconds: number;
  /** Spoken words, one entry for each scene of the script; absent for a film without a voice. */
  speech?: readonly SceneSpeech[];
  signal?: AbortSignal;
}

/** One scene of the script as it was filmed. Times are in seconds since the start of the film. */
export interface FilmedScene {
  startSeconds: number;
  endSeconds: number;
  /** Time at which the speech of the scene starts. */
  speechStartSeconds: number;
  onScreenText: string;
}

export interface MadeFilm {
  film: Film;
  scenes: FilmedScene[];
  /** Texts that are drawn as given; `''` where there is none. */
  copy: Copy;
  hasLogo: boolean;
  checks: QualityCheck[];
  notes: string[];
}
