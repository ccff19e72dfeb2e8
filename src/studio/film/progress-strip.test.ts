import { expect, test } from '@jest/globals';
import { filmOf, greySprite, layer } from '../../../test/support/studio/made-film.ts';
import { light } from '../../../test/support/brands/sample-roles.ts';
import { FilmPainter } from './compose.ts';
import { FilmMonitor } from './film-monitor.ts';
import { frameOf } from './frame.ts';
import { progressStrip } from './progress-strip.ts';

const size = { width: 216, height: 384 };

test.each([0, 128, 255])('a film of one grey (%d) under the strip passes every check of frames', (level) => {
  const overlays = progressStrip(size, light, 10);
  const film = filmOf([[layer(greySprite(level, size))]], 100, { ...size, overlays });
  const [painter, monitor, pixels] = [new FilmPainter(film), new FilmMonitor(film), frameOf(film)];
  for (let frame = 0; frame < film.frames; frame++) {
    painter.paint(painter.plan(frame), pixels);
    monitor.observe(frame, pixels, false);
  }
  expect(monitor.checks(10).filter(({ passed }) => !passed)).toEqual([]);
});
