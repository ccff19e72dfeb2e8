import { fontTable } from './font-table.ts';

/**
 * Reports whether a font has a glyph for a Unicode code point; a font that cannot be read has none. The answer comes
 * from the `cmap` table of TrueType, OpenType, WOFF and WOFF2 files.
 */
export type Coverage = (codePoint: number) => boolean;

const none: Coverage = () => false;

export function coverageOf(font: Buffer): Coverage {
  try {
    const table = fontTable(font, 'cmap');
    return table === undefined ? none : readCmap(table);
  } catch {
    return none;
  }
}

function readCmap(table: Buffer): Coverage {
  const parts: Coverage[] = [];
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const part = table.subarray(table.readUInt32BE(4 + i * 8 + 4));
    const format = part.readUInt16BE(0);
    if (format === 12) parts.push(segmented32(part));
    if (format === 4) parts.push(segmented16(part));
  }
  return (codePoint) => parts.some((covers) => covers(codePoint));
}

function segmented32(part: Buffer): Coverage {
  const count = part.readUInt32BE(12);
  return (codePoint) => {
    for (let at = 16; at < 16 + count * 12 && at + 12 <= part.length; at += 12) {
      if (codePoint <= part.readUInt32BE(at + 4)) return codePoint >= part.readUInt32BE(at);
    }
    return false;
  };
}

function segmented16(part: Buffer): Coverage {
  const double = part.readUInt16BE(6);
  return (codePoint) => {
    if (codePoint > 0xfffe) return false;
    for (let at = 0; at < double; at += 2) {
      if (codePoint > part.readUInt16BE(14 + at)) continue;
      const start = part.readUInt16BE(16 + double + at);
      if (codePoint < start) return false;
      const delta = part.readUInt16BE(16 + 2 * double + at);
      const rangeAt = 16 + 3 * double + at;
      const range = part.readUInt16BE(rangeAt);
      if (range === 0) return ((codePoint + delta) & 0xffff) !== 0;
      return part.readUInt16BE(rangeAt + range + (codePoint - start) * 2) !== 0;
    }
    return false;
  };
}
