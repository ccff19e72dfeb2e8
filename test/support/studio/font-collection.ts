/** Returns a TrueType collection of these TrueType fonts. */
export function fontCollection(fonts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(12 + fonts.length * 4);
  head.write('ttcf', 'latin1');
  head.writeUInt32BE(0x0001_0000, 4);
  head.writeUInt32BE(fonts.length, 8);
  let start = head.length;
  const moved = fonts.map((font, at) => {
    head.writeUInt32BE(start, 12 + at * 4);
    const copy = Buffer.from(font);
    for (let entry = 12; entry < 12 + copy.readUInt16BE(4) * 16; entry += 16) {
      copy.writeUInt32BE(copy.readUInt32BE(entry + 8) + start, entry + 8);
    }
    start += copy.length;
    return copy;
  });
  return Buffer.concat([head, ...moved]);
}
