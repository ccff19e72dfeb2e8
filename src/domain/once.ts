/** Returns a function that computes the value of each name once, on first use. */
export function once<Name extends string, Value>(compute: (name: Name) => Value): (name: Name) => Value {
  const known = new Map<Name, { value: Value }>();
  return (name) => {
    const entry = known.get(name) ?? { value: compute(name) };
    known.set(name, entry);
    return entry.value;
  };
}

/**
 * Returns a function that computes a value once, on first use. Modules use it for values that take time to compute, so
 * that importing a module stays fast.
 */
export function lazily<Value>(compute: () => Value): () => Value {
  const valueOf = once(compute);
  return () => valueOf('');
}

/** Returns a function that computes the value of each object once. The value is freed together with the object. */
export function oncePer<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: compute(key) };
    known.set(key, entry);
    return entry.value;
  };
}
