/** Side of a fixed tile of white noise, 0 to 255, which dithers large gradients so that they do not band. */
const side = 128;
const tile = makeTile();

function makeTile(): Uint8Array {
  let state = 0x9e3779b9;
  return Uint8Array.from({ length: side * side }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    return (state >>> 13) & 255;
  });
}

/**
 * Returns the row of the tile for a row of the canvas. Index it with `x & 127`. Rows start shifted, so that the tiling
 * is not visible.
 */
export function noiseRow(y: number): Uint8Array {
  const row = y & (side - 1);
  return tile.subarray(row * side, (row + 1) * side);
}
