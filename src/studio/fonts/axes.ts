import { fontTable } from './font-table.ts';

/** Values that an axis of a variable font can have. */
export interface AxisRange {
  min: number;
  max: number;
}

/** Axes of a variable font by tag, such as `wght` for the weight. */
export type Axes = ReadonlyMap<string, AxisRange>;

const none: Axes = new Map();

/** Reads the axes of a font from its `fvar` table. A font that is not variable, or that cannot be read, has none. */
export function axesOf(font: Buffer): Axes {
  try {
    const table = fontTable(font, 'fvar');
    return table === undefined ? none : readFvar(table);
  } catch {
    return none;
  }
}

function readFvar(table: Buffer): Axes {
  const first = table.readUInt16BE(4);
  const [count, size] = [table.readUInt16BE(8), table.readUInt16BE(10)];
  const axes = Array.from({ length: count }, (_, at): [string, AxisRange] => {
    const record = first + at * size;
    return [
      table.toString('latin1', record, record + 4),
      { min: fixedAt(table, record + 4), max: fixedAt(table, record + 12) },
    ];
  });
  return new Map(axes);
}

/** Reads a fixed-point number with 16 fractional bits. */
const fixedAt = (table: Buffer, at: number): number => table.readInt32BE(at) / 65_536;

export const withinRange = (value: number, { min, max }: AxisRange): number => Math.min(max, Math.max(min, value));
