/** Bytes of WebAssembly instructions, in the order of the stack machine. */
export type Code = readonly number[];

/** Function of a module. All parameters are of type i32, and nothing is returned. */
export interface WasmFunction {
  name: string;
  parameters: number;
  /** Numbers of further local variables, which come after the parameters: first those of type i32, then v128. */
  locals: { i32: number; v128: number };
  body: Code;
}

const [i32, v128] = [0x7f, 0x7b];
const end = 0x0b;

/** Returns the bytes of a WebAssembly module with one imported memory, `heap.memory`, and exported functions. */
export function wasmModule(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...vector(Array.from({ length: parameters }, () => [i32])),
    0,
  ]);
  const memory = [...name('heap'), ...name('memory'), 0x02, 0x00, 1];
  const exported = functions.map((each, at) => [...name(each.name), 0x00, at]);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(types)),
    ...section(2, vector([memory])),
    ...section(3, vector(functions.map((_, at) => [at]))),
    ...section(7, vector(exported)),
    ...section(10, vector(functions.map(codeOf))),
  ]);
}

function codeOf({ locals, body }: WasmFunction): Code {
  const declared = vector([
    [...unsigned(locals.i32), i32],
    [...unsigned(locals.v128), v128],
  ]);
  const code = [...declared, ...body, end];
  return [...unsigned(code.length), ...code];
}

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const name = (text: string): Code => [...unsigned(text.length), ...Buffer.from(text, 'latin1')];

/** Returns a number in the format LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}

export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];
export const int = (value: number): Code => [0x41, ...signed(value)];

/** Repeats the body as long as the condition, which comes last in the body, is true. */
export const repeatWhile = (body: Code, condition: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, end];
/** Runs the body unless the condition is true. */
export const unless = (condition: Code, body: Code): Code => [0x02, 0x40, ...condition, 0x0d, 0, ...body, end];

const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];
/** Alignment 1 and offset 0 of a memory access. */
const anywhere = [0, 0];

const binary =
  (opcode: Code) =>
  (left: Code, right: Code): Code => [...left, ...right, ...opcode];
const unary =
  (opcode: Code) =>
  (value: Code): Code => [...value, ...opcode];

/** Instructions on 32-bit integers. `isBelow` compares signed numbers. */
export const i32s = {
  add: binary([0x6a]),
  multiply: binary([0x6c]),
  subtract: binary([0x6b]),
  shiftRight: binary([0x75]),
  isBelow: binary([0x48]),
  /** Reports whether the eight bytes at an address are 0. */
  areZero: (address: Code): Code => [...address, 0x29, ...anywhere, 0x50],
};

/** Instructions on vectors of 16 bytes. */
export const bytes = {
  splat: unary(simd(0x0f)),
  add: binary(simd(0x6e)),
  load: (address: Code): Code => [...address, ...simd(0x00), ...anywhere],
  /** Returns bytes of the first vector. The second vector has their indexes. */
  select: binary(simd(0x0e)),
  and: binary(simd(0x4e)),
};

/** Instructions on vectors of eight 16-bit integers. */
export const shorts = {
  splat: unary(simd(0x10)),
  /** Loads eight bytes as unsigned numbers. */
  loadBytes: (address: Code): Code => [...address, ...simd(0x02), ...anywhere],
  /** Converts the first eight bytes of a vector of 16 bytes to eight 16-bit integers. The bytes are unsigned. */
  fromBytes: unary(simd(0x89)),
  fromInts: binary(simd(0x85)),
  add: binary(simd(0x8e)),
  subtract: binary(simd(0x91)),
  multiply: binary(simd(0x95)),
  shiftRight: binary(simd(0x8d)),
  /** Converts two vectors of eight numbers to one vector of 16 unsigned bytes. */
  toBytes: binary(simd(0x66)),
  /** Stores the eight numbers of a vector as eight unsigned bytes. */
  storeBytes: (address: Code, value: Code): Code => [
    ...address,
    ...value,
    ...value,
    ...simd(0x66),
    ...simd(0x5b),
    ...anywhere,
    0,
  ],
};

/** Instructions on vectors of four 32-bit integers. */
export const ints = {
  splat: unary(simd(0x11)),
  constant: (values: readonly [number, number, number, number]): Code => [
    ...simd(0x0c),
    ...values.flatMap((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >> 24) & 255]),
  ],
  add: binary(simd(0xae)),
  subtract: binary(simd(0xb1)),
  multiply: binary(simd(0xb5)),
  shiftRight: binary(simd(0xac)),
};
