/** A row of numbers that has room for `size` of them: the same one, or a copy with at least twice as many places. */
export function withRoom(row: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  if (size <= row.length) return row
  const larger = new Int32Array(Math.max(size, row.length * 2))
  larger.set(row)
  return larger
}
