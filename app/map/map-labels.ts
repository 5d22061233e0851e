import { type Box, overlaps } from './outline.ts'

/** A town on the picture: x to the right and y down, in the picture's units. */
export type LabelledTown = { name: string; x: number; y: number; population: number }

/** A town that found room: its name is written from (textX, textY) towards `anchor`. */
export type Label = {
  name: string
  /** Null for the town that the marked place itself is in: the mark stands on its dot. */
  dot: { x: number; y: number } | null
  textX: number
  textY: number
  anchor: 'start' | 'middle' | 'end'
}

/** What is to be marked: its point, and the boxes in which nothing may be written. */
export type Marked = { x: number; y: number; taken: Box[] }

export const textHeight = 13
const dotRadius = 3
const gap = 7
/** A town with its middle this near is where the marked place is. */
const sameSpot = 9

/**
 * Chooses which towns to name, the most useful first: none collides with another, with the marked place, or with
 * the edge of the `room`, and none is more than `most`.
 */
export function placeLabels(spots: LabelledTown[], room: Box, marked: Marked, most: number): Label[] {
  const away = ({ x, y }: LabelledTown) => Math.hypot(x - marked.x, (y - marked.y) * 1.4)
  const isHere = (spot: LabelledTown) => away(spot) < sameSpot
  const usefulness = (spot: LabelledTown) =>
    Math.log(spot.population) - away(spot) / 70 + (isHere(spot) ? 5 : 0)
  const busy = [...marked.taken]
  const labels: Label[] = []
  const free = (box: Box) => isWithin(box, room) && !busy.some((other) => overlaps(box, other))

  for (const spot of spots.toSorted((a, b) => usefulness(b) - usefulness(a))) {
    if (labels.length === most) break
    if (isHere(spot)) {
      const below = wayBelow(spot.name, marked.x, marked.y)
      if (!free(below.box)) continue
      busy.push(below.box)
      labels.push({ name: spot.name, dot: null, ...below.text })
      continue
    }
    const point = boxAround(spot.x, spot.y, dotRadius)
    const way = free(point) && waysToWrite(spot).find(({ box }) => free(box))
    if (!way) continue
    busy.push(point, way.box)
    labels.push({ name: spot.name, dot: { x: spot.x, y: spot.y }, ...way.text })
  }
  return labels
}

function waysToWrite({ name, x, y }: LabelledTown) {
  const width = widthOf(name)
  const line = Math.round(y + 4.5)
  return [
    { text: { textX: x + gap, textY: line, anchor: 'start' as const }, box: lineBox(x + gap, y - 8, width) },
    {
      text: { textX: x - gap, textY: line, anchor: 'end' as const },
      box: lineBox(x - gap - width, y - 8, width),
    },
    {
      text: { textX: x, textY: y - 7, anchor: 'middle' as const },
      box: lineBox(x - width / 2, y - 20, width),
    },
    wayBelow(name, x, y),
  ]
}

function wayBelow(name: string, x: number, y: number) {
  const width = widthOf(name)
  return {
    text: { textX: x, textY: y + 17, anchor: 'middle' as const },
    box: lineBox(x - width / 2, y + 4, width),
  }
}

function lineBox(left: number, top: number, width: number): Box {
  return { left: left - 2, top, right: left + width + 2, bottom: top + textHeight + 3 }
}

/** About how wide a name is in the device's sans at `letterHeight`; on the generous side, since fonts differ. */
export function widthOf(name: string): number {
  let ems = 0
  for (const character of name)
    ems += /[iljtf.,' -]/.test(character)
      ? 0.34
      : /[mwMW]/.test(character)
        ? 0.9
        : /[A-Z]/.test(character)
          ? 0.7
          : 0.59
  return ems * textHeight
}

function boxAround(x: number, y: number, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}
