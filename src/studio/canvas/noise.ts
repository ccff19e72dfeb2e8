/**
 * Width and height, in pixels, of a square tile of white noise, which is the same in every run. Its values are 0 to
 * 255. Adding this noise to a large gradient prevents visible bands of colour.
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
 * Returns the row of the noise tile for row `y` of the canvas. The tile repeats every 128 pixels, so the value for
 * column `x` of the canvas is at index `x & 127`.
 */
export function noiseRow(y: number): Uint8Array {
  const row = y & (side - 1);
  return tile.subarray(row * side, (row + 1) * side);
}
