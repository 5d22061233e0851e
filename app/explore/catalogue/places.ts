import { hasPosition, type Position } from '../../vineyards/position.ts'

type Whereabouts = { latitude: number | null; longitude: number | null }

/** Where rows are, as points on a ball of radius one: how far apart two are is then a matter of three products. */
export class Places {
  readonly #x: number[] = []
  readonly #y: number[] = []
  readonly #z: number[] = []

  set(row: number, place: Whereabouts): void {
    const [x, y, z] = hasPosition(place) ? pointOf(place) : [Number.NaN, Number.NaN, Number.NaN]
    this.#x[row] = x
    this.#y[row] = y
    this.#z[row] = z
  }

  /** A number for each of these rows that grows with its distance; the largest there is where that is unknown. */
  farness(rows: Int32Array, from: Position): Float64Array {
    const [x, y, z] = pointOf(from)
    const far = new Float64Array(rows.length)
    for (let n = 0; n < rows.length; n++) {
      const row = rows[n] ?? 0
      const across = (this.#x[row] ?? 0) - x
      const along = (this.#y[row] ?? 0) - y
      const up = (this.#z[row] ?? 0) - z
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
