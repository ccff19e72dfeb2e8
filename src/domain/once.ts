/** Returns a function that computes the value of each name once, on first use. */
export function once<Name extends string, Value>(compute: (name: Name) => Value): (name: Name) => Value {
  return cached(new Map<Name, { value: Value }>(), compute);
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
  return cached(new WeakMap<Key, { value: Value }>(), compute);
}

interface Cache<Key, Value> {
  get(key: Key): { value: Value } | undefined;
  set(key: Key, entry: { value: Value }): unknown;
}

function cached<Key, Value>(cache: Cache<Key, Value>, compute: (key: Key) => Value): (key: Key) => Value {
  return (key) => {
    const known = cache.get(key);
    if (known !== undefined) return known.value;
    const value = compute(key);
    cache.set(key, { value });
    return value;
  };
}
