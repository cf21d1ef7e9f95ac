/** Makes a value when it is first needed, and keeps it. If that throws, the next caller tries again. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
