/** A tile of white noise that never changes, 0 to 255: dither for whatever is mixed over large areas, so that it does not band. */
const side = 128;
const tile = makeTile();

function makeTile(): Uint8Array {
  let state = 0x9e3779b9;
  return Uint8Array.from({ length: side * side }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return (state >>> 13) & 255;
  });
}

/** The tile's row for a row of the canvas; index it with `x & 127`. Rows start shifted, so that the tile does not show. */
export function noiseRow(y: number): Uint8Array {
  const row = y & (side - 1);
  return tile.subarray(row * side, (row + 1) * side);
}
