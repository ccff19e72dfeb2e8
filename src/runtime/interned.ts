/**
 * Maximum number of values that a table of shared values holds. A full table is cleared; later values then share new
 * objects.
 */
const internedMax = 20_000;

/**
 * Returns a function that returns, for values with equal JSON, the first of these values. Many cached objects thus share
 * one value in memory.
 */
export function interned<T>(): (one: T) => T {
  const firsts = new Map<string, T>();
  return (one) => {
    const text = JSON.stringify(one);
    const first = firsts.get(text);
    if (first !== undefined) return first;
    if (firsts.size >= internedMax) firsts.clear();
    firsts.set(text, one);
    return one;
  };
}
