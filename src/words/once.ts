/** Makes what is asked for once, when it is first needed: reading word lists takes time that few processes need. */
export function once<Name extends string, Made>(make: (name: Name) => Made): (name: Name) => Made {
  const made = new Map<Name, Made>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

/** Like `once`, for what has no name. */
export function lazily<Made>(make: () => Made): () => Made {
  const made = once(make);
  return () => made('');
}
