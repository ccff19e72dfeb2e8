import { expect, test } from '@jest/globals';
import { filmOf, greySprite, layer } from '../../../test/support/studio/made-film.ts';
import { light } from '../../../test/support/brands/sample-roles.ts';
import { FilmPainter } from './compose.ts';
import { FilmMonitor } from './film-monitor.ts';
import { frameOf } from './frame.ts';
import { failedOf } from '../rules/limits.ts';
import { progressStrip } from './progress-strip.ts';
import { checkFilm } from './rules/registry.ts';

const size = { width: 216, height: 384 };

test.each([0, 128, 255])('a film of one grey (%d) under the strip passes every check of frames', async (level) => {
  const overlays = progressStrip(size, light, 10);
  const film = filmOf([[layer(greySprite(level, size))]], 100, { ...size, overlays });
  const [painter, monitor, pixels] = [new FilmPainter(film), new FilmMonitor(film), frameOf(film)];
  for (let frame = 0; frame < film.frames; frame++) {
    painter.paint(painter.plan(frame), pixels);
    monitor.observe(frame, pixels, false);
  }
  const checks = await checkFilm('encoded', { film, frames: monitor, wantedSeconds: 10, mp4: Buffer.alloc(0) });
  expect(failedOf(checks)).toEqual([]);
});
