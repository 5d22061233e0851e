import { withRoom } from './grow-array.ts'

/** Even marks: of a text that may hold the term, and of one that was looked at and does not. */
const candidate = 2
const refused = 4
/** To see whether a text is marked takes as long as marking so many. */
const marksForOne = 10

/**
 * Finds the rows whose text holds a term anywhere. Each different word is looked at once, however many rows have it:
 * a term without a space is held by a text when it is held by one of its words. Which letters a text holds is noted, as a
 * single one is what everybody types first, and is held by most words.
 */
export class WordIndex {
  /** A word that no row has any more stays until the next new one. */
  readonly #rowsOf = new Map<string, number[]>()
  readonly #texts: (string | undefined)[] = []
  /** From a to z, a bit for each, by row. */
  #letters = new Int32Array(64)
  #line: WordLine | undefined

  add(row: number, text: string): void {
    this.#texts[row] = text
    this.#letters = withRoom(this.#letters, row + 1)
    this.#letters[row] = lettersOf(text)
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word)
      if (rows) {
        rows.push(row)
      } else {
        this.#rowsOf.set(word, [row])
        this.#line = undefined
      }
    }
  }

  remove(row: number): void {
    const text = this.#texts[row]
    if (text === undefined) return
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word) ?? []
      rows.splice(rows.indexOf(row), 1)
    }
    this.#texts[row] = undefined
    this.#letters[row] = 0
  }

  /** Gives every row that holds the term an odd mark and the others an even one, all being 0 before; false where none can. */
  mark(term: string, marks: Uint8Array): boolean {
    const letterBit = bitOf(term)
    if (letterBit >= 0) return this.#markLetter(letterBit, marks)
    const [rarest, second] = partsOf(term)
      .map((part) => this.#listsOf(part))
      .toSorted((a, b) => a.size - b.size)
    if (!rarest) return this.#markAll(term, marks)
    if (term.includes(' ')) this.#markBoth(term, rarest, second, marks)
    else markEach(rarest, 1, marks)
    return rarest.size > 0
  }

  #markLetter(letterBit: number, marks: Uint8Array): true {
    const letterBits = this.#letters
    const size = this.#texts.length
    for (let row = 0; row < size; row++) marks[row] = ((letterBits[row] ?? 0) >>> letterBit) & 1
    return true
  }

  /** Only the texts are looked at that hold both words, since each lies somewhere else in memory. */
  #markBoth(term: string, rarest: Lists, second: Lists | undefined, marks: Uint8Array): void {
    const marksSecond = second !== undefined && second.size < marksForOne * rarest.size
    if (marksSecond) markEach(second, candidate, marks)
    const wanted = marksSecond ? candidate : 0
    for (const rows of rarest.lists)
      for (const row of rows)
        if (marks[row] === wanted) marks[row] = this.#texts[row]?.includes(term) ? 1 : refused
  }

  /** A term of nothing but spaces has no word to begin with. */
  #markAll(term: string, marks: Uint8Array): true {
    for (const [row, text] of this.#texts.entries()) if (text?.includes(term)) marks[row] = 1
    return true
  }

  #listsOf(part: string): Lists {
    this.#line ??= this.#lineUp()
    const { text, ends, rows } = this.#line
    const lists: number[][] = []
    let size = 0
    let word = 0
    const before = part.startsWith('\n') ? 1 : 0
    for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, (ends[word] ?? 0) - 1)) {
      word = wordAt(ends, at + before, word)
      const own = rows[word] ?? []
      lists.push(own)
      size += own.length
    }
    return { lists, size }
  }

  #lineUp(): WordLine {
    for (const [word, rows] of this.#rowsOf) if (rows.length === 0) this.#rowsOf.delete(word)
    const ends: number[] = []
    let end = 1
    for (const word of this.#rowsOf.keys()) ends.push((end += word.length + 1))
    return { text: ['', ...this.#rowsOf.keys(), ''].join('\n'), ends, rows: [...this.#rowsOf.values()] }
  }
}

/** All different words in one text between line ends, with where the next of each begins, so that a part is looked for in one go. */
type WordLine = { text: string; ends: number[]; rows: number[][] }

/** The rows of each word that holds a part, and how many they are together. */
type Lists = { lists: number[][]; size: number }

function markEach({ lists }: Lists, mark: number, marks: Uint8Array): void {
  for (const rows of lists) for (const row of rows) marks[row] = mark
}

const first = 'a'.charCodeAt(0)

function lettersOf(text: string): number {
  let letterBits = 0
  for (let at = 0; at < text.length; at++) {
    const letterBit = text.charCodeAt(at) - first
    if (letterBit >= 0 && letterBit < 26) letterBits |= 1 << letterBit
  }
  return letterBits
}

/** Which bit stands for a term that is one letter from a to z, else -1. */
function bitOf(term: string): number {
  return /^[a-z]$/.test(term) ? term.charCodeAt(0) - first : -1
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

/** What a word must hold: of a term in several words the first ends one, the last begins one, and others are whole. */
function partsOf(term: string): string[] {
  const words = term.split(' ')
  return words.flatMap((word, n) =>
    word === '' ? [] : `${n > 0 ? '\n' : ''}${word}${n < words.length - 1 ? '\n' : ''}`,
  )
}

/** What stands between spaces and line ends, each once. */
function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/))].filter((word) => word !== '')
}
