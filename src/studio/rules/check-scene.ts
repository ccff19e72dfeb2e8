import type { QualityCheck } from '../brief.ts';
import { blendOver, type Canvas } from '../canvas/canvas.ts';
import { paintGround } from '../canvas/paint.ts';
import type { Format } from '../format.ts';
import type { Scene, TextBlock } from '../scene.ts';
import type { DrawnText, TextEngine } from '../text/engine.ts';
import { elementsOf, type Element } from './elements.ts';
import { measureText } from './measure-text.ts';
import { check } from './registry.ts';
import type { InkedText } from './rule.ts';

export interface Studio {
  engine: TextEngine;
  format: Format;
}

export interface CheckedScene {
  /** Canvas with the texts of the last state. */
  canvas: Canvas;
  /** Results of all rules, for one state after the other. */
  checks: QualityCheck[];
  /** Elements of the last state, where they were measured. */
  elements: Element[];
}

/** Paints a scene and checks it with the rules for still ads, once for each of the `states`: texts shown together. */
export async function checkScene(
  scene: Scene,
  states: readonly (readonly TextBlock[])[],
  { engine, format }: Studio,
): Promise<CheckedScene> {
  const [ground, drawnStates] = await Promise.all([
    paintGround(scene),
    Promise.all(states.map((blocks) => Promise.all(blocks.map((block) => engine.draw(block))))),
  ]);
  const checks: QualityCheck[] = [];
  let elements: Element[] = [];
  for (const [at, drawn] of drawnStates.entries()) {
    const isLast = at === states.length - 1;
    const canvas = isLast ? ground : { ...ground, pixels: Buffer.from(ground.pixels) };
    const texts = paintTexts(canvas, drawn, engine);
    const proof = { scene: { ...scene, texts: drawn.map(({ block }) => block) }, format, canvas, texts };
    checks.push(...check(proof));
    elements = elementsOf(proof);
  }
  return { canvas: ground, checks, elements };
}

/** Paints texts. Each text is measured on the canvas before any of them is painted. */
function paintTexts(canvas: Canvas, drawn: readonly DrawnText[], engine: TextEngine): InkedText[] {
  const texts = drawn.map((text): InkedText => ({
    drawn: text,
    ...measureText(canvas, text),
    missing: engine.missingGlyphs(text.block.lines.join(''), text.block.style.families),
  }));
  for (const { drawn: text, ink } of texts) if (ink !== null) blendOver(canvas, text, text.x, text.y);
  return texts;
}
