const factors: Record<string, number> = {
  '': 1,
  m: 1e-3,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/**
 * Parses a Kubernetes quantity (`512Mi`, `1.5G`, `2e9`, `500m`) into a number. Returns undefined if it is malformed or
 * negative.
 */
export function quantityNumber(text: string): number | undefined {
  const [, digits = '', exponent = '', unit = ''] =
    /^\+?(\d+(?:\.\d*)?|\.\d+)(?:([eE][+-]?\d+)|([KMGTPE]i|[mkMGTPE]))?$/.exec(text) ?? [];
  const factor = factors[unit];
  return digits === '' || factor === undefined ? undefined : Number(digits + exponent) * factor;
}
