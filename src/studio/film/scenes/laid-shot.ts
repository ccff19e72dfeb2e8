import type { Scene, TextBlock } from '../../scene.ts';
import type { PlacedShot, ShotTexts } from './shot-input.ts';

/** A shot with a layout: every element has its place on the canvas. */
export interface LaidShot {
  shot: PlacedShot;
  scene: Scene;
  /** Texts that change within the shot, one for each part; the other texts of the scene stay. */
  parts: TextBlock[];
  /** Texts by role. The headline is the longest of the changing texts. */
  texts: ShotTexts;
}
