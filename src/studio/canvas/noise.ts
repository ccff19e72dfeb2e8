/**
 * Side, in pixels, of a fixed square tile of white noise with values 0 to 255. The noise dithers large gradients so
 * that no bands are visible.
 */
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
 * Returns the row of the noise tile for row `y` of the canvas. For column `x` of the canvas, read the value at index `x
 * & 127`.
 */
export function noiseRow(y: number): Uint8Array {
  const row = y & (side - 1);
  return tile.subarray(row * side, (row + 1) * side);
}
