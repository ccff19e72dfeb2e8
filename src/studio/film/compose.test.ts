import { describe, expect, test } from '@jest/globals';
import { filmOf, filmSize, greySprite, layer, still, stripedSprite } from '../../../test/support/studio/made-film.ts';
import { FilmPainter } from './compose.ts';
import type { Film } from './film.ts';
import { frameOf } from './frame.ts';

const [dark, light] = [greySprite(0), greySprite(255)];
const [darkLevel, lightLevel] = [16, 235];

function painted(film: Film, frame: number): Uint8Array {
  const painter = new FilmPainter(film);
  const target = frameOf(film);
  target.bytes.fill(77);
  painter.paint(painter.plan(frame), target);
  return target.y;
}

const levels = (samples: Uint8Array) => [...new Set(samples)].sort((a, b) => a - b);
const row = (samples: Uint8Array, at: number) => samples.subarray(at * filmSize.width, (at + 1) * filmSize.width);

describe('the scenes of a film', () => {
  const film = filmOf([[layer(dark)], [layer(light)]], 5);

  test.each([
    ['the last frame of a scene shows that scene', 4, darkLevel],
    ['the first frame of a scene shows that scene', 5, lightLevel],
  ])('%s', (_, frame, level) => {
    expect(levels(painted(film, frame))).toEqual([level]);
  });

  test('the time of a layer starts with its scene and the time of an overlay with the film', () => {
    const times: number[] = [];
    const noted = (seconds: number) => {
      times.push(seconds);
      return null;
    };
    const timed = filmOf([[layer(dark)], [layer(dark), layer(light, noted)]], 5, { overlays: [layer(light, noted)] });
    painted(timed, 7);
    expect(times.toSorted()).toEqual([0.2, 0.7]);
  });

  test('overlays are painted over the scenes', () => {
    expect(levels(painted({ ...film, overlays: [layer(light)] }, 0))).toEqual([lightLevel]);
  });

  test('a scene whose layers leave a part free is black there', () => {
    const half = layer(light, () => ({ ...still, x: 32 }));
    expect(levels(row(painted(filmOf([[half]], 1), 0), 3).subarray(0, 31))).toEqual([darkLevel]);
  });
});

describe('a transition', () => {
  const push = {
    frames: 3,
    next: (progress: number) => ({ x: filmSize.width * (1 - progress), y: 0, opacity: 1 }),
    previous: (progress: number) => ({ x: -filmSize.width * progress, y: 0, opacity: 1 }),
  };
  const pushed = filmOf([[layer(dark)], [layer(light)]], 5, { transitions: [push] });

  test('a push shows both scenes next to each other', () => {
    const samples = row(painted(pushed, 5), 20);
    expect([levels(samples.subarray(0, 48)), levels(samples.subarray(48))]).toEqual([[darkLevel], [lightLevel]]);
  });

  test('a push ends with the number of frames of the transition', () => {
    expect([5, 6, 7, 8].map((frame) => levels(painted(pushed, frame)).length)).toEqual([2, 2, 2, 1]);
  });

  test('two scenes that meet at a fraction of a pixel have no seam', () => {
    const slow = {
      ...push,
      next: () => ({ x: 20.3, y: 0, opacity: 1 }),
      previous: () => ({ x: -43.7, y: 0, opacity: 1 }),
    };
    const film = filmOf([[layer(light)], [layer(light)]], 5, { transitions: [slow] });
    expect(levels(painted(film, 5))).toEqual([lightLevel]);
  });

  test('a mask reveals the next scene inside its clip', () => {
    const clip = { x: 16, y: 8, width: 32, height: 32, radius: 16 };
    const mask = { frames: 3, next: () => ({ x: 0, y: 0, opacity: 1, clip }), previous: () => still };
    const samples = painted(filmOf([[layer(dark)], [layer(light)]], 5, { transitions: [mask] }), 5);
    const inside = samples.filter((value) => value === lightLevel).length;
    expect(Math.abs(inside - Math.PI * 16 ** 2)).toBeLessThan(80);
    expect([samples[0], samples[24 * 64 + 32], samples[8 * 64 + 16]]).toEqual([darkLevel, lightLevel, darkLevel]);
  });

  test('a scene that fades in is blended with the earlier scene', () => {
    const fade = { frames: 1, next: () => ({ x: 0, y: 0, opacity: 0.5 }), previous: () => still };
    const samples = painted(filmOf([[layer(dark)], [layer(light)]], 5, { transitions: [fade] }), 5);
    expect(levels(samples)).toEqual([126]);
  });
});

describe('the key of a frame', () => {
  test('frames in which nothing moves have the same key, and other frames do not', () => {
    const moving = layer(stripedSprite(), (seconds) => ({ ...still, x: Math.min(4, 20 * seconds) }));
    const painter = new FilmPainter(filmOf([[moving], [moving]], 5));
    const keys = Array.from({ length: 10 }, (_, frame) => painter.plan(frame).key);
    expect(keys.slice(0, 3)).toEqual([...new Set(keys.slice(0, 3))]);
    expect(new Set(keys.slice(2, 5)).size).toBe(1);
    expect(keys[5]).toBe(keys[0]);
  });

  test('another sprite in the same place has another key', () => {
    const film = filmOf([[layer(dark)], [layer(light)]], 1);
    const painter = new FilmPainter(film);
    expect(painter.plan(0).key).not.toBe(painter.plan(1).key);
  });
});
