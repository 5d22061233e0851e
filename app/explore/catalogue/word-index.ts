/**
 * Finds the rows whose text holds a term anywhere. Each different word is looked at once, however many rows have it:
 * a term without a space is held by a text when it is held by one of its words.
 */
export class WordIndex {
  readonly #rowsOf = new Map<string, number[]>()
  readonly #texts: (string | undefined)[] = []

  add(row: number, text: string): void {
    this.#texts[row] = text
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word)
      if (rows) rows.push(row)
      else this.#rowsOf.set(word, [row])
    }
  }

  remove(row: number): void {
    const text = this.#texts[row]
    if (text === undefined) return
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word) ?? []
      rows.splice(rows.indexOf(row), 1)
      if (rows.length === 0) this.#rowsOf.delete(word)
    }
    this.#texts[row] = undefined
  }

  /** Sets `marks` of every row that holds the term to 1; the others are left as they are. */
  mark(term: string, marks: Uint8Array): void {
    const [rarest] = wordsOf(term)
      .map((word) => this.#listsOf(word))
      .toSorted((a, b) => a.size - b.size)
    if (!rarest) return this.#markAll(term, marks)
    const whole = !term.includes(' ')
    for (const rows of rarest.lists) {
      for (const row of rows) if (whole || this.#texts[row]?.includes(term)) marks[row] = 1
    }
  }

  /** A term of nothing but spaces has no word to begin with. */
  #markAll(term: string, marks: Uint8Array): void {
    for (const [row, text] of this.#texts.entries()) if (text?.includes(term)) marks[row] = 1
  }

  #listsOf(part: string): { lists: number[][]; size: number } {
    const lists: number[][] = []
    let size = 0
    for (const [word, rows] of this.#rowsOf) {
      if (!word.includes(part)) continue
      lists.push(rows)
      size += rows.length
    }
    return { lists, size }
  }
}

/** What stands between spaces and line ends, each once. */
function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/))].filter((word) => word !== '')
}
