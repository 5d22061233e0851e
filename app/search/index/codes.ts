/** Stands for a missing word or number. */
export const none = -1

/** Numbers for words that occur again and again. They stay for as long as the catalogue does. */
export class Codes {
  readonly #codes = new Map<string, number>()

  codeOf(word: string | null): number {
    if (word === null) return none
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    this.#codes.set(word, this.#codes.size)
    return this.#codes.size - 1
  }

  /** Undefined for a word that nothing has. */
  find(word: string): number | undefined {
    return this.#codes.get(word)
  }
}
