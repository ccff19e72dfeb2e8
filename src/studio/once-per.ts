/** Returns a function that computes its result once for each object. The result is freed together with the object. */
export function oncePer<Key extends object, Result>(make: (key: Key) => Result): (key: Key) => Result {
  const known = new WeakMap<Key, { result: Result }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.result;
    const result = make(key);
    known.set(key, { result });
    return result;
  };
}
