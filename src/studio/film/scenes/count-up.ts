import type { TextBlock } from '../../scene.ts';
import type { TextEngine } from '../../text/engine.ts';
import { framesPerSecond, type FilmLayer } from '../film.ts';
import { cubicOut } from './ease.ts';
import { textSprite } from './layer-sprites.ts';
import { type Motion, movingLayer } from './motion.ts';

/** Number of values that are shown before the text itself. */
const steps = 14;
/** Time for which each value is shown, in seconds: two frames. */
const stepSeconds = 2 / framesPerSecond;
/** Minimum time for which the exact text stands still after the count, in seconds. */
const heldSecondsMin = 1;
/** Share of the value at which the count begins. */
const firstShare = 0.2;

interface Counting {
  time: { from: number; to: number };
  engine: TextEngine;
  motion: Motion;
}

/**
 * Returns the layers of a text whose number counts up to its value, or null if the text has no number that can count or
 * there is too little time. The last layer is the text itself.
 */
export async function countedLayers(block: TextBlock, { time, engine, motion }: Counting): Promise<FilmLayer[] | null> {
  const text = block.lines[0] ?? '';
  const shares = Array.from(
    { length: steps },
    (_, at) => firstShare + (1 - firstShare) * cubicOut((at + 1) / (steps + 1)),
  );
  const values = block.lines.length === 1 ? [...new Set(shares.map((share) => countedTo(text, share)))] : [];
  const counted = values.filter((value) => value !== null && value !== text);
  const start = Math.max(0, time.from);
  const held = time.to - start - counted.length * stepSeconds;
  if (counted.length < 3 || held < heldSecondsMin) return null;
  const shown = [...counted, text];
  return Promise.all(
    shown.map(async (value, at) => {
      const sprite = await textSprite({ ...block, lines: [value ?? text] }, engine);
      const from = at === 0 ? time.from : start + at * stepSeconds;
      const to = at === shown.length - 1 ? Infinity : start + (at + 1) * stepSeconds;
      return movingLayer(sprite, motion, { shown: { from, to } });
    }),
  );
}

const number = /\p{Nd}+(?:[.,'’٫٬\u00a0\u202f ]\p{Nd}+)*/u;

/**
 * Returns a share (0 to 1) of the number of a text, written as the number is: with the same digits, number of decimals,
 * and separators. The other words and the currency sign are left out, so that no frame on the way states another price
 * or percentage; the whole value is the exact text. Returns null for a text that has no number or several, such as
 * `3 for 2`.
 */
export function countedTo(text: string, share: number): string | null {
  const written = number.exec(text)?.[0];
  if (written === undefined || /\p{N}/u.test(text.replace(written, ''))) return null;
  const separators = Array.from(written.matchAll(/\P{Nd}/gu), ({ 0: sign, index }) => ({ sign, index }));
  const decimals = decimalsOf(written, separators);
  const digits = Array.from(written.matchAll(/\p{Nd}/gu), ([digit]) => digit);
  const zero = zeroOf(digits[0] ?? '0');
  const whole = Number(digits.map((digit) => (digit.codePointAt(0) ?? zero) - zero).join(''));
  if (!Number.isSafeInteger(whole) || whole === 0) return null;
  const notation = { decimals, separators, zero };
  if (grouped(String(whole), notation) !== written) return null;
  // The cents stay, so that each number on the way has the length of the price.
  const unit = 10 ** decimals;
  const value = Math.floor((whole * share) / unit) * unit + (whole % unit);
  return value === whole ? text : grouped(String(value), notation);
}

/** Returns the number of digits after the decimal sign of a number, or 0 if the number has no decimal sign. */
function decimalsOf(written: string, separators: Notation['separators']): number {
  const last = separators.at(-1);
  if (last === undefined) return 0;
  const after = written.length - last.index - 1;
  if (last.sign === '٫') return after;
  if (!'.,'.includes(last.sign)) return 0;
  return after !== 3 || (separators.length > 1 && separators[0]?.sign !== last.sign) ? after : 0;
}

const zeroOf = (digit: string): number => {
  let zero = digit.codePointAt(0) ?? 48;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1)) && (digit.codePointAt(0) ?? 48) - zero < 9) zero--;
  return zero;
};

interface Notation {
  decimals: number;
  separators: readonly { sign: string; index: number }[];
  zero: number;
}

/** Places of the separators of thousands, and of lakhs in Indian numbers. */
const groups = { thousands: /\B(?=(\d{3})+$)/gu, lakhs: /\B(?=(\d{2})*\d{3}$)/gu } as const;

function grouped(number: string, { decimals, separators, zero }: Notation): string {
  const digits = number.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals);
  const signs = decimals === 0 ? separators : separators.slice(0, -1);
  const [first, second] = signs;
  const isLakh = first !== undefined && second !== undefined && second.index - first.index === 3;
  const parts = first === undefined ? whole : whole.replace(isLakh ? groups.lakhs : groups.thousands, first.sign);
  const all = decimals === 0 ? parts : parts + (separators.at(-1)?.sign ?? '.') + rest;
  return all.replace(/\d/gu, (digit) => String.fromCodePoint(zero + Number(digit)));
}
