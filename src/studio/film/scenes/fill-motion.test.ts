import { expect, test } from '@jest/globals';
import { subjectPhoto } from '../../../../test/support/studio/subject-photo.ts';
import { formatOf } from '../../format.ts';
import { photoLayer } from '../../canvas/paint.ts';
import { block, emptyScene } from '../../layouts/layout.ts';
import type { LayerOf } from '../../scene.ts';
import { textEngine } from '../../studio.ts';
import { breakerFor } from '../../text/breaks.ts';
import { filled, rising } from './fill-motion.ts';
import { filmStyle } from './film-style.ts';

test('a drawn window and its buttons move with the screen in it', async () => {
  const picture = subjectPhoto({ subject: { x: 0.2, y: 0.2, width: 0.6, height: 0.6 } });
  const body: LayerOf<'fill'> = {
    ...{ kind: 'fill', element: 'panel', color: '#222222', radius: 6 },
    box: { x: 40, y: 200, width: 280, height: 220 },
  };
  const button = block({ x: 50, y: 206, width: 6, height: 6 }, '#ffffff', 3);
  const screen = photoLayer(picture, { x: 44, y: 220, width: 272, height: 196 }, 2);
  const scene = emptyScene('framed', formatOf({ width: 360, height: 640 }), body, screen, button);
  const stage = {
    ...{ style: filmStyle({ seed: 'a', tone: 'playful', direction: {} }, true), engine: await textEngine() },
    ...{ breaker: await breakerFor('', 'en'), u: 3.6, rtl: false, seconds: 3, beatSeconds: 0.5, visibleSeconds: 3 },
    ...{ cue: 0, textCue: 0, textsEnd: null },
  };
  for (const [at, layer] of scene.layers.entries()) {
    if (layer.kind !== 'fill') continue;
    const moving = filled(layer, at, { scene, stage });
    const rest = moving.at(2)?.y ?? 0;
    for (const time of [0.05, 0.2, 0.4])
      expect((moving.at(time)?.y ?? 0) - rest).toBeCloseTo(rising(stage)(time).dy, 3);
  }
});
