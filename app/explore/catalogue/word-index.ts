/**
 * Finds the rows whose text holds a term anywhere. Each different word is looked at once, however many rows have it:
 * a term without a space is held by a text when it is held by one of its words.
 */
export class WordIndex {
  readonly #rowsOf = new Map<string, number[]>()
  readonly #texts: (string | undefined)[] = []
  #line: WordLine | undefined

  add(row: number, text: string): void {
    this.#texts[row] = text
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word)
      if (rows) rows.push(row)
      else this.#set(word, [row])
    }
  }

  remove(row: number): void {
    const text = this.#texts[row]
    if (text === undefined) return
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word) ?? []
      rows.splice(rows.indexOf(row), 1)
      if (rows.length === 0) this.#set(word, undefined)
    }
    this.#texts[row] = undefined
  }

  /** Sets `marks` of every row that holds the term to 1, the others are left as they are; false where none can. */
  mark(term: string, marks: Uint8Array): boolean {
    const [rarest] = wordsOf(term)
      .map((word) => this.#listsOf(word))
      .toSorted((a, b) => a.size - b.size)
    if (!rarest) return this.#markAll(term, marks)
    const whole = !term.includes(' ')
    for (const rows of rarest.lists) {
      for (const row of rows) if (whole || this.#texts[row]?.includes(term)) marks[row] = 1
    }
    return rarest.size > 0
  }

  /** A term of nothing but spaces has no word to begin with. */
  #markAll(term: string, marks: Uint8Array): true {
    for (const [row, text] of this.#texts.entries()) if (text?.includes(term)) marks[row] = 1
    return true
  }

  #set(word: string, rows: number[] | undefined): void {
    if (rows) this.#rowsOf.set(word, rows)
    else this.#rowsOf.delete(word)
    this.#line = undefined
  }

  #listsOf(part: string): { lists: number[][]; size: number } {
    this.#line ??= lineUp(this.#rowsOf)
    const { text, ends, rows } = this.#line
    const lists: number[][] = []
    let size = 0
    let word = 0
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, ends[word])) {
      word = wordAt(ends, at, word)
      const own = rows[word] ?? []
      lists.push(own)
      size += own.length
    }
    return { lists, size }
  }
}

/** All different words in one text, with where each of them ends, so that a part is looked for in one go. */
type WordLine = { text: string; ends: number[]; rows: number[][] }

function lineUp(rowsOf: Map<string, number[]>): WordLine {
  const ends: number[] = []
  let end = 0
  for (const word of rowsOf.keys()) ends.push((end += word.length + 1))
  return { text: [...rowsOf.keys(), ''].join('\n'), ends, rows: [...rowsOf.values()] }
}

/** The word in which a place of the text lies, which is not before `from`. */
function wordAt(ends: number[], at: number, from: number): number {
  let [low, high] = [from, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}

/** What stands between spaces and line ends, each once. */
function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/))].filter((word) => word !== '')
}
