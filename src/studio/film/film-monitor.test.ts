import { describe, expect, test } from '@jest/globals';
import { filmOf, filmSize, greySprite, layer, still, stripedSprite } from '../../../test/support/studio/made-film.ts';
import { FilmPainter } from './compose.ts';
import type { Film, FilmLayer } from './film.ts';
import { FilmMonitor } from './film-monitor.ts';
import { frameOf } from './frame.ts';
import { failedOf } from '../rules/limits.ts';
import { checkFilm } from './rules/registry.ts';

function observed(film: Film): FilmMonitor {
  const monitor = new FilmMonitor(film);
  const painter = new FilmPainter(film);
  const target = frameOf(film);
  let key = '';
  for (let frame = 0; frame < film.frames; frame++) {
    const plan = painter.plan(frame);
    painter.paint(plan, target);
    monitor.observe(frame, target, plan.key === key);
    key = plan.key;
  }
  return monitor;
}

async function failures(film: Film, wantedSeconds = film.frames / film.framesPerSecond) {
  const checks = await checkFilm('encoded', { film, frames: observed(film), wantedSeconds, mp4: Buffer.alloc(0) });
  return failedOf(checks).map(({ check, value }) => [check, value]);
}

const wide = stripedSprite({ width: 400, height: filmSize.height });
const moving = (pixelsPerSecond: number): FilmLayer =>
  layer(wide, (seconds) => ({ ...still, x: -pixelsPerSecond * seconds }));
const black = layer(greySprite(0));

describe('the checks of a film', () => {
  test('a film that moves all the time passes every check', async () => {
    expect(await failures(filmOf([[moving(13)]], 60))).toEqual([]);
  });

  test('a very slow movement does not count as frozen', async () => {
    expect(await failures(filmOf([[moving(0.4)]], 60))).toEqual([]);
  });

  test('a still picture of six seconds counts as frozen', async () => {
    expect(await failures(filmOf([[moving(0)]], 60))).toEqual([['film_frozen_seconds', 5.9]]);
  });

  test('a black second in the middle is found', async () => {
    expect(await failures(filmOf([[moving(13)], [black], [moving(13)]], 10))).toEqual([['film_black_seconds', 1]]);
  });

  test('a film that starts and ends without a picture is found', async () => {
    const flat = layer(greySprite(200));
    expect(await failures(filmOf([[flat], [moving(13)], [flat]], 5))).toEqual([
      ['film_first_frame_contrast', 0],
      ['film_last_frame_contrast', 0],
    ]);
  });

  test('a length that is off by more than a frame is found', async () => {
    expect(await failures(filmOf([[moving(13)]], 60), 6.2)).toEqual([['film_duration_error_seconds', 0.2]]);
  });
});

test('the poster is a frame of the first scene, with the whole lettering', () => {
  const clip = { x: 0, y: 0, width: 40, height: 48, radius: 0 };
  const lettering = layer(stripedSprite(), (seconds) => (seconds < 0.5 ? null : { ...still, clip }));
  const plain = layer(greySprite(120));
  const fade = { frames: 8, next: () => still, previous: () => still };
  const film = filmOf([[plain, lettering], [plain, layer(stripedSprite())], [black]], 10, {
    transitions: [fade, fade],
  });
  expect(observed(film).posterFrame).toBe(5);
});
