/** Zero crossings of the sinc function on each side of a sample, which set the steepness of the filter. */
const crossings = 16;

/** Returns the sound at another sampling rate, by a windowed sinc filter below the lower of both Nyquist frequencies. */
export function resampled(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const cutoff = Math.min(1, to / from);
  const reach = Math.ceil(crossings / cutoff);
  return Float32Array.from({ length: Math.floor((samples.length * to) / from) }, (_, at) => {
    const position = (at * from) / to;
    const first = Math.ceil(position - reach);
    let sum = 0;
    for (let tap = Math.max(0, first); tap <= Math.min(samples.length - 1, position + reach); tap++) {
      sum += (samples[tap] ?? 0) * kernel(tap - position, cutoff, reach);
    }
    return sum;
  });
}

function kernel(distance: number, cutoff: number, reach: number): number {
  if (distance === 0) return cutoff;
  const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
  return (window * Math.sin(Math.PI * cutoff * distance)) / (Math.PI * distance);
}
