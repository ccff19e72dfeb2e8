/** One call of a port: `run` makes it. What comes back is what its caller gets. */
export type Around = (name: string, run: () => unknown, args: unknown[]) => unknown;

/** The same object, with something around each call of its methods. Only for what has methods alone. */
export function aroundCalls<T extends object>(target: T, around: Around): T {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => around(String(name), () => Reflect.apply(member, target, args) as unknown, args);
    },
  });
}
