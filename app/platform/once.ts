/** Makes something the first time it is asked for, and hands out the same from then on. */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
