const none = new Uint8Array()

/**
 * Finds the rows whose text contains a term anywhere. Each distinct word is checked once, however many rows have it: a term
 * without a space is in a text if it is in one of its words.
 */
export class WordIndex {
  /** A word that no row has any more stays until the word list is built again. */
  readonly #rowsOf = new Map<string, number[]>()
  readonly #texts: (string | undefined)[] = []
  /** All distinct words, each between line breaks, so that one `indexOf` scans them all. */
  #wordList: string | undefined

  /** Adds a text and returns its row. */
  add(text: string): number {
    const row = this.#texts.push(text) - 1
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word)
      if (rows) {
        rows.push(row)
      } else {
        this.#rowsOf.set(word, [row])
        this.#wordList = undefined
      }
    }
    return row
  }

  remove(row: number): void {
    for (const word of wordsOf(this.#texts[row] ?? '')) {
      const rows = this.#rowsOf.get(word) ?? []
      rows.splice(rows.indexOf(row), 1)
    }
    this.#texts[row] = undefined
  }

  /** A 1 for each row whose text contains the term, and their number. */
  find(term: string): { marks: Uint8Array; count: number } {
    const parts = partsOf(term).map((part) => this.#rowsWith(part))
    const [rarest] = parts.toSorted((a, b) => a.size - b.size)
    if (rarest?.size === 0) return { marks: none, count: 0 }
    const marks = new Uint8Array(this.#texts.length)
    let count = 0
    const isWord = rarest !== undefined && !term.includes(' ')
    // A term of spaces only contains no word.
    const lists = rarest?.lists ?? [this.#texts.keys()]
    for (const rows of lists)
      for (const row of rows)
        if (marks[row] === 0 && (isWord || this.#texts[row]?.includes(term))) {
          marks[row] = 1
          count++
        }
    return { marks, count }
  }

  /** The rows of each word that contains a part, and their total number. */
  #rowsWith(part: string): { lists: number[][]; size: number } {
    const words = (this.#wordList ??= this.#joinWords())
    const lists: number[][] = []
    for (let at = words.indexOf(part); at !== -1; ) {
      const start = words.lastIndexOf('\n', at) + 1
      const end = words.indexOf('\n', start)
      lists.push(this.#rowsOf.get(words.slice(start, end)) ?? [])
      at = words.indexOf(part, end)
    }
    return { lists, size: lists.reduce((sum, rows) => sum + rows.length, 0) }
  }

  #joinWords(): string {
    for (const [word, rows] of this.#rowsOf) if (rows.length === 0) this.#rowsOf.delete(word)
    return ['', ...this.#rowsOf.keys(), ''].join('\n')
  }
}

/** In a term of several words the first ends a word of the text, the last begins one, and those between are whole words. */
function partsOf(term: string): string[] {
  const words = term.split(' ')
  return words.flatMap((word, n) =>
    word === '' ? [] : `${n > 0 ? '\n' : ''}${word}${n < words.length - 1 ? '\n' : ''}`,
  )
}

function wordsOf(text: string): Set<string> {
  return new Set(text.split(/[ \n]+/).filter((word) => word !== ''))
}
