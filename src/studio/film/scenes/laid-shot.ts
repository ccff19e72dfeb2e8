import type { Scene, TextBlock } from '../../scene.ts';
import type { PlacedShot, ShotTexts } from './shot-input.ts';

/** A shot whose elements have their places. */
export interface LaidShot {
  shot: PlacedShot;
  scene: Scene;
  /** Texts that change within the shot, one for each part; the other texts of the scene stay. */
  parts: TextBlock[];
  /** Texts by role. The headline is the longest of the changing texts. */
  texts: ShotTexts;
}
