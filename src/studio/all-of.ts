/** Returns the values if none of them is null, else null. */
export function allOf<T>(values: readonly (T | null)[]): T[] | null {
  const found = values.filter((value) => value !== null);
  return found.length === values.length ? found : null;
}
