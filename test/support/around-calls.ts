/** Wrapper of one port call: `run` makes the call, and the return value goes to the caller. */
export type Around = (name: string, run: () => unknown, args: unknown[]) => unknown;

/** Returns the object with a wrapper around each method call. Only for objects whose members are methods. */
export function aroundCalls<T extends object>(target: T, around: Around): T {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => around(String(name), () => Reflect.apply(member, target, args) as unknown, args);
    },
  });
}
