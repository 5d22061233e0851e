import { grow } from './columns.ts'

/** Even marks: a text that may contain the term, and one that was checked and does not. */
const candidate = 2
const rejected = 4
/** Checking one text for its mark takes as long as setting this many marks. */
const marksPerCheck = 10

/**
 * Finds the rows whose text contains a term anywhere. Each distinct word is checked once, however many rows have it: a term
 * without a space is in a text if it is in one of its words. Single letters, which everybody types first and most words
 * contain, have a bitmap of their own.
 */
export class WordIndex {
  /** A word that no row has any more stays until the word list is built again. */
  readonly #rowsOf = new Map<string, number[]>()
  readonly #texts: (string | undefined)[] = []
  /** A bit for each letter from a to z, by row. */
  #letters = new Int32Array(64)
  #wordList: WordList | undefined

  add(row: number, text: string): void {
    this.#texts[row] = text
    this.#letters = grow(this.#letters, row + 1)
    this.#letters[row] = lettersOf(text)
    for (const word of wordsOf(text)) {
      const rows = this.#rowsOf.get(word)
      if (rows) {
        rows.push(row)
      } else {
        this.#rowsOf.set(word, [row])
        this.#wordList = undefined
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

  /** Gives matching rows an odd mark and the others an even one. All marks must be 0 before. False if no row can match. */
  mark(term: string, marks: Uint8Array): boolean {
    const bit = letterOf(term)
    if (bit >= 0) return this.#markLetter(bit, marks)
    const [rarest, second] = partsOf(term)
      .map((part) => this.#rowsWith(part))
      .toSorted((a, b) => a.size - b.size)
    if (!rarest) return this.#markEveryText(term, marks)
    if (term.includes(' ')) this.#markTexts(term, rarest, second, marks)
    else setMarks(rarest, 1, marks)
    return rarest.size > 0
  }

  #markLetter(bit: number, marks: Uint8Array): true {
    const bits = this.#letters
    const size = this.#texts.length
    for (let row = 0; row < size; row++) marks[row] = ((bits[row] ?? 0) >>> bit) & 1
    return true
  }

  /** Reads only texts that contain the two rarest words, because texts are scattered in memory. */
  #markTexts(term: string, rarest: RowLists, second: RowLists | undefined, marks: Uint8Array): void {
    const usesSecond = second !== undefined && second.size < marksPerCheck * rarest.size
    if (usesSecond) setMarks(second, candidate, marks)
    const unchecked = usesSecond ? candidate : 0
    for (const rows of rarest.lists)
      for (const row of rows)
        if (marks[row] === unchecked) marks[row] = this.#texts[row]?.includes(term) ? 1 : rejected
  }

  /** For a term of spaces only, which contains no word. */
  #markEveryText(term: string, marks: Uint8Array): true {
    for (const [row, text] of this.#texts.entries()) if (text?.includes(term)) marks[row] = 1
    return true
  }

  #rowsWith(part: string): RowLists {
    this.#wordList ??= this.#buildWordList()
    const { text, ends, rows } = this.#wordList
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

  #buildWordList(): WordList {
    for (const [word, rows] of this.#rowsOf) if (rows.length === 0) this.#rowsOf.delete(word)
    const ends: number[] = []
    let end = 1
    for (const word of this.#rowsOf.keys()) ends.push((end += word.length + 1))
    return { text: ['', ...this.#rowsOf.keys(), ''].join('\n'), ends, rows: [...this.#rowsOf.values()] }
  }
}

/** All distinct words joined by line breaks, so that one `indexOf` scans them all; `ends` is where the next word begins. */
type WordList = { text: string; ends: number[]; rows: number[][] }

/** The rows of each word that contains a part, and their total number. */
type RowLists = { lists: number[][]; size: number }

function setMarks({ lists }: RowLists, mark: number, marks: Uint8Array): void {
  for (const rows of lists) for (const row of rows) marks[row] = mark
}

const codeOfA = 'a'.charCodeAt(0)

function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const bit = text.charCodeAt(at) - codeOfA
    if (bit >= 0 && bit < 26) bits |= 1 << bit
  }
  return bits
}

/** The bit of a term that is one letter from a to z, else -1. */
function letterOf(term: string): number {
  return /^[a-z]$/.test(term) ? term.charCodeAt(0) - codeOfA : -1
}

/** The index of the word at a position of the word list, by binary search from word `from`. */
function wordAt(ends: number[], at: number, from: number): number {
  let [low, high] = [from, ends.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > at) high = middle
    else low = middle + 1
  }
  return low
}

/** In a term of several words the first ends a word of the text, the last begins one, and those between are whole words. */
function partsOf(term: string): string[] {
  const words = term.split(' ')
  return words.flatMap((word, n) =>
    word === '' ? [] : `${n > 0 ? '\n' : ''}${word}${n < words.length - 1 ? '\n' : ''}`,
  )
}

function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/))].filter((word) => word !== '')
}
