import { hasPosition, type Position } from '../../vineyards/position.ts'

type Whereabouts = { latitude: number | null; longitude: number | null }

/** Where rows are, as points on a ball of radius one: how far apart two are is then a matter of three products. */
export class PositionIndex {
  /** Three numbers for each row. */
  #points = new Float64Array(3 * 64)
  #far = new Float64Array()

  set(row: number, place: Whereabouts): void {
    if (this.#points.length < 3 * (row + 1)) {
      const larger = new Float64Array(6 * (row + 1))
      larger.set(this.#points)
      this.#points = larger
    }
    this.#points.set(hasPosition(place) ? pointOf(place) : [Number.NaN, Number.NaN, Number.NaN], 3 * row)
  }

  /**
   * A number for each of these rows that grows with its distance; the largest there is where that is unknown. They are
   * good until the next question.
   */
  farness(rows: Int32Array, from: Position): Float64Array {
    const [x, y, z] = pointOf(from)
    if (this.#far.length < rows.length) this.#far = new Float64Array(rows.length * 2)
    const far = this.#far.subarray(0, rows.length)
    const points = this.#points
    for (let n = 0; n < rows.length; n++) {
      const at = 3 * (rows[n] ?? 0)
      const across = (points[at] ?? 0) - x
      const along = (points[at + 1] ?? 0) - y
      const up = (points[at + 2] ?? 0) - z
      const chord = across * across + along * along + up * up
      far[n] = chord >= 0 ? chord : Number.POSITIVE_INFINITY
    }
    return far
  }
}

function pointOf({ latitude, longitude }: Position): [number, number, number] {
  const [up, along] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)]
}
