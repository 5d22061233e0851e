/** A closed outline as flat coordinates x0, y0, x1, y1, …; the first corner is not repeated at the end. */
export type Ring = number[]

/** An upright rectangle in the same units as the ring. */
export type Box = { left: number; top: number; right: number; bottom: number }

export function boundsOf(ring: Ring): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let i = 0; i < ring.length; i += 2) {
    box.left = Math.min(box.left, ring[i]!)
    box.right = Math.max(box.right, ring[i]!)
    box.top = Math.min(box.top, ring[i + 1]!)
    box.bottom = Math.max(box.bottom, ring[i + 1]!)
  }
  return box
}

/** Returns whether two boxes overlap. Boxes that only touch do not overlap. */
export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

export function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!
  }
  return Math.abs(sum) / 2
}

/**
 * Returns the part of a ring inside a box (Sutherland–Hodgman), empty if there is none. Where the outline leaves the box, the
 * result runs along the edge of the box, so clip to a box slightly larger than the picture.
 */
export function clipRing(ring: Ring, box: Box): Ring {
  const right = clipSide(ring, 0, box.left, 1)
  const middle = clipSide(right, 0, box.right, -1)
  return clipSide(clipSide(middle, 1, box.top, 1), 1, box.bottom, -1)
}

/** Keeps the part of a ring with values above `limit` for direction 1, or below for direction -1. Axis 0 is x, axis 1 is y. */
function clipSide(ring: Ring, axis: 0 | 1, limit: number, direction: 1 | -1): Ring {
  const clipped: Ring = []
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const here = (ring[i + axis]! - limit) * direction
    const before = (ring[j + axis]! - limit) * direction
    if (here >= 0 !== before >= 0) {
      const share = before / (before - here)
      clipped.push(
        ring[j]! + (ring[i]! - ring[j]!) * share,
        ring[j + 1]! + (ring[i + 1]! - ring[j + 1]!) * share,
      )
    }
    if (here >= 0) clipped.push(ring[i]!, ring[i + 1]!)
  }
  return clipped
}

/**
 * Returns a simpler outline, without the corners that are closer to it than `tolerance` (Douglas–Peucker); empty if no triangle
 * is left.
 */
export function simplifyRing(ring: Ring, tolerance: number): Ring {
  const corners = ring.length / 2
  if (corners < 3) return []
  // A ring has no ends to start from, so it is split at its first corner and at the corner farthest from that one.
  let far = 0
  let furthest = -1
  for (let i = 1; i < corners; i++) {
    const away = (ring[2 * i]! - ring[0]!) ** 2 + (ring[2 * i + 1]! - ring[1]!) ** 2
    if (away > furthest) [furthest, far] = [away, i]
  }
  const simple = keepCorners(ring, tolerance, [0, far, corners])
  return simple.length < 6 ? [] : simple
}

/** Returns a simpler line with the same ends, without the corners that are closer to it than `tolerance`. */
export function simplifyLine(line: Ring, tolerance: number): Ring {
  return keepCorners(line, tolerance, [0, line.length / 2 - 1])
}

/**
 * Returns the corners at the indices `ends`, and the corners between them that the shape needs. In a closed ring, the last
 * index is the number of corners.
 */
function keepCorners(ring: Ring, tolerance: number, ends: number[]): Ring {
  const corners = ring.length / 2
  const keep = new Uint8Array(corners)
  for (const end of ends) keep[end % corners] = 1
  const spans = ends.slice(1).map((to, i): [number, number] => [ends[i]!, to])
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    let split = 0
    let widest = tolerance * tolerance
    for (let i = from + 1; i < to; i++) {
      const away = distanceToSpan(ring, i, from, to % corners)
      if (away > widest) [widest, split] = [away, i]
    }
    if (split) {
      keep[split] = 1
      spans.push([from, split], [split, to])
    }
  }
  return ring.filter((_, i) => keep[i >> 1])
}

/** Returns the squared distance of corner i from the line between corners a and b. */
function distanceToSpan(ring: Ring, i: number, a: number, b: number): number {
  const ax = ring[2 * a]!
  const ay = ring[2 * a + 1]!
  const dx = ring[2 * b]! - ax
  const dy = ring[2 * b + 1]! - ay
  const px = ring[2 * i]! - ax
  const py = ring[2 * i + 1]! - ay
  const length = dx * dx + dy * dy
  const along = length ? Math.max(0, Math.min(1, (px * dx + py * dy) / length)) : 0
  return (px - along * dx) ** 2 + (py - along * dy) ** 2
}

/** Returns SVG path data in relative steps, rounded to a tenth of a unit; empty if all corners are one point. */
export function pathOf(ring: Ring, end: 'closed' | 'open' = 'closed'): string {
  const tenths = ring.map((value) => Math.round(value * 10))
  let [x = 0, y = 0] = tenths
  const start = `M${x / 10} ${y / 10}l`
  const steps: number[] = []
  for (let i = 2; i < tenths.length; i += 2) {
    const [right, down] = [tenths[i]! - x, tenths[i + 1]! - y]
    if (right === 0 && down === 0) continue
    steps.push(right / 10, down / 10)
    x += right
    y += down
  }
  if (steps.length === 0) return ''
  // SVG reads .5 as 0.5, and a minus sign or a second point separates numbers like a space.
  const text = steps
    .join(' ')
    .replaceAll(/(?<!\d)0\./g, '.')
    .replaceAll(' -', '-')
  return start + text.replaceAll(/(\.\d) (?=\.)/g, '$1') + (end === 'closed' ? 'z' : '')
}
