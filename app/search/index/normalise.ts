/** Makes the capitals of a text small, one letter at a time. */
export type Fold = (text: string) => string

const plain = /^\p{ASCII}*$/u

/** The folding that takes the n-th of `capitals` to the n-th of `small`, as the database does. */
export function foldOf(capitals: string, small: string): Fold {
  const to = [...small]
  const pairs = new Map([...capitals].map((letter, n) => [letter, to[n] ?? letter]))
  return (text) => {
    if (plain.test(text)) return text.toLowerCase()
    let folded = ''
    for (const letter of text) folded += pairs.get(letter) ?? letter
    return folded
  }
}
