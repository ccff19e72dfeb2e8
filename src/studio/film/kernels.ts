import { bytes, type Code, get, i32s, int, ints, repeatWhile, set, shorts, unless, wasmModule } from './wasm-module.ts';

/** Number of bits for the fraction of a fixed-point position. */
export const fractionBits = 18;
/** Number of samples that each step of a kernel computes. Targets need room for as many samples after their end. */
export const samplesAtOnce = 8;
/** The kernel `stretch` reads 16 bytes for eight samples, so the step between two samples is limited. */
export const stretchStepMax = 1.85 * 2 ** fractionBits;

/**
 * Functions that compute rows of samples in a WebAssembly memory, eight samples at once. Pointers and counts are in
 * bytes. These functions are six times as fast as JavaScript, as measured. Speed is important, because painting the
 * frames is the largest cost of a film after its encoding.
 */
export interface Kernels {
  /** Interpolates between two rows of samples. The share of the second row is `part` / 256. */
  mix: (...arguments_: [first: number, second: number, into: number, part: number, count: number]) => void;
  /** Samples a row at the fixed-point positions `start`, `start + step` and so on, with linear interpolation. */
  stretch: (...arguments_: [source: number, into: number, start: number, step: number, count: number]) => void;
  /**
   * Blends a row of premultiplied colours over `into`. `count` is a multiple of 8. `opacity` is from 1 to 256; `factor`
   * and `shift` express the same share for the alpha: (opacity, 8), or (1, 0) if the opacity is 256.
   */
  blend: (
    ...arguments_: [
      ...rows: [into: number, color: number, alpha: number, count: number],
      ...shares: [opacity: number, factor: number, shift: number],
    ]
  ) => void;
}

const advance = (pointers: readonly number[]): Code =>
  pointers.flatMap((pointer) => set(pointer, i32s.add(get(pointer), int(samplesAtOnce))));

/** Divides weighted sums of bytes by 256, and rounds them. The weights of a sum add up to 256. */
const rounded = (sum: Code): Code => shorts.shiftRight(shorts.add(sum, shorts.splat(int(128))), int(8));

function mix(): Code {
  const [first, second, into, part, count, end, share, rest] = [0, 1, 2, 3, 4, 5, 6, 7];
  const sum = shorts.add(
    shorts.multiply(shorts.loadBytes(get(first)), get(rest)),
    shorts.multiply(shorts.loadBytes(get(second)), get(share)),
  );
  return [
    ...set(end, i32s.add(get(into), get(count))),
    ...set(share, shorts.splat(get(part))),
    ...set(rest, shorts.subtract(shorts.splat(int(256)), get(share))),
    ...repeatWhile(
      [...shorts.storeBytes(get(into), rounded(sum)), ...advance([first, second, into])],
      i32s.isBelow(get(into), get(end)),
    ),
  ];
}

function stretch(): Code {
  const [source, into, start, step, count, end, base] = [0, 1, 2, 3, 4, 5, 6];
  const [lower, upper, stride, window, index, share] = [7, 8, 9, 10, 11, 12];
  const indexIn = (positions: number) =>
    ints.subtract(ints.shiftRight(get(positions), int(fractionBits)), ints.splat(get(base)));
  const shareIn = (positions: number) =>
    bytes.and(ints.shiftRight(get(positions), int(fractionBits - 8)), ints.splat(int(255)));
  const selected = (indexes: Code) => shorts.fromBytes(bytes.select(get(window), indexes));
  const sum = shorts.add(
    shorts.multiply(selected(get(index)), shorts.subtract(shorts.splat(int(256)), get(share))),
    shorts.multiply(selected(bytes.add(get(index), bytes.splat(int(1)))), get(share)),
  );
  const indexes = shorts.fromInts(indexIn(lower), indexIn(upper));
  return [
    ...set(end, i32s.add(get(into), get(count))),
    ...set(lower, ints.add(ints.splat(get(start)), ints.multiply(ints.splat(get(step)), ints.constant([0, 1, 2, 3])))),
    ...set(upper, ints.add(get(lower), ints.splat(i32s.multiply(get(step), int(4))))),
    ...set(stride, ints.splat(i32s.multiply(get(step), int(8)))),
    ...repeatWhile(
      [
        ...set(base, i32s.shiftRight(get(start), int(fractionBits))),
        ...set(window, bytes.load(i32s.add(get(source), get(base)))),
        ...set(index, shorts.toBytes(indexes, indexes)),
        ...set(share, shorts.fromInts(shareIn(lower), shareIn(upper))),
        ...shorts.storeBytes(get(into), rounded(sum)),
        ...set(lower, ints.add(get(lower), get(stride))),
        ...set(upper, ints.add(get(upper), get(stride))),
        ...set(start, i32s.add(get(start), i32s.multiply(get(step), int(8)))),
        ...advance([into]),
      ],
      i32s.isBelow(get(into), get(end)),
    ),
  ];
}

function blend(): Code {
  const [into, color, alpha, count, opacity, factor, shift, end, own] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  // Full alpha is 255 in a byte and 256 in a share.
  const alphaShare = shorts.add(get(own), shorts.shiftRight(get(own), int(7)));
  const hidden = shorts.shiftRight(shorts.multiply(alphaShare, shorts.splat(get(factor))), get(shift));
  const sum = shorts.add(
    shorts.multiply(shorts.loadBytes(get(color)), shorts.splat(get(opacity))),
    shorts.multiply(shorts.loadBytes(get(into)), shorts.subtract(shorts.splat(int(256)), hidden)),
  );
  return [
    ...set(end, i32s.add(get(into), get(count))),
    ...repeatWhile(
      [
        ...unless(i32s.areZero(get(alpha)), [
          ...set(own, shorts.loadBytes(get(alpha))),
          ...shorts.storeBytes(get(into), rounded(sum)),
        ]),
        ...advance([into, color, alpha]),
      ],
      i32s.isBelow(get(into), get(end)),
    ),
  ];
}

/** The part of the WebAssembly API that is used here; Node.js has all of it, but no types for it. */
declare const WebAssembly: {
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

let compiled: object | undefined;

/** Returns the kernels for a memory (`WebAssembly.Memory`). */
export function kernelsFor(memory: object): Kernels {
  compiled ??= new WebAssembly.Module(
    wasmModule([
      { name: 'mix', parameters: 5, locals: { i32: 1, v128: 2 }, body: mix() },
      { name: 'stretch', parameters: 5, locals: { i32: 2, v128: 6 }, body: stretch() },
      { name: 'blend', parameters: 7, locals: { i32: 1, v128: 1 }, body: blend() },
    ]),
  );
  const { exports } = new WebAssembly.Instance(compiled, { heap: { memory } });
  if (!areKernels(exports)) throw new Error('The WebAssembly module has no kernels.');
  return exports;
}

const areKernels = (exports: unknown): exports is Kernels =>
  typeof exports === 'object' && exports !== null && ['mix', 'stretch', 'blend'].every((name) => name in exports);
