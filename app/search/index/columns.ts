/** Marks a missing value in a column of numbers. */
export const missing = -1

/** Small integers for strings that repeat, such as regions and types. A code is never reused. */
export class StringCodes {
  readonly #codes = new Map<string, number>()

  codeOf(text: string | null): number {
    if (text === null) return missing
    const known = this.#codes.get(text)
    if (known !== undefined) return known
    this.#codes.set(text, this.#codes.size)
    return this.#codes.size - 1
  }

  /** Undefined for a string without a code. */
  find(text: string): number | undefined {
    return this.#codes.get(text)
  }
}

/** The column itself if it holds `size` numbers, else a copy of at least twice its length. */
export function grow(column: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  if (size <= column.length) return column
  const larger = new Int32Array(Math.max(size, column.length * 2))
  larger.set(column)
  return larger
}
