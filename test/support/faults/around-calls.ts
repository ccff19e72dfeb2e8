/** Wraps one call to a port. `run` makes the call; the caller gets what the wrapper returns. */
export type Around = (name: string, run: () => unknown, args: unknown[]) => unknown;

/** Returns the object with each method call wrapped. The object must have no members other than methods. */
export function aroundCalls<T extends object>(target: T, around: Around): T {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => around(String(name), () => Reflect.apply(member, target, args) as unknown, args);
    },
  });
}
