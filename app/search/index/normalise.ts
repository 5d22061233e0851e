/** Makes the capitals of a text small, one letter at a time. */
export type Normaliser = (text: string) => string

const plain = /^\p{ASCII}*$/u

/** The folding that takes the n-th of `capitals` to the n-th of `small`, as the database does. */
export function createNormaliser(capitals: string, small: string): Normaliser {
  const to = [...small]
  const pairs = new Map([...capitals].map((character, n) => [character, to[n] ?? character]))
  return (text) => {
    if (plain.test(text)) return text.toLowerCase()
    let folded = ''
    for (const character of text) folded += pairs.get(character) ?? character
    return folded
  }
}
