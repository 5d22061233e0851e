import { type Box, overlaps } from './outline.ts'

/** A town in units of the picture, x to the right and y down. */
export type LabelledTown = { name: string; x: number; y: number; population: number; has_station?: boolean }

/** A labelled town: its name starts, ends or is centred at (textX, textY). */
export type Label = {
  name: string
  /** The dot of the town; null for the town at the marked position, where the pin is. */
  dot: { x: number; y: number } | null
  textX: number
  textY: number
  anchor: 'start' | 'middle' | 'end'
  /** Whether the dot is the sign of a railway station */
  has_station?: boolean
}

/** The marked position, or with `isArea` the middle of an area, and the boxes that labels must avoid. */
type Marked = { x: number; y: number; isArea?: boolean; taken: Box[] }

export const textHeight = 13
const dotRadius = 3
const gap = 7
/** Within this distance, a town counts as the town of the marked position. */
const sameSpot = 9

/** Labels at most `most` towns within the area, large and near ones first, without overlaps. */
export function placeLabels(towns: LabelledTown[], area: Box, marked: Marked, most: number): Label[] {
  const distance = ({ x, y }: LabelledTown) => Math.hypot(x - marked.x, (y - marked.y) * 1.4)
  const isHere = (town: LabelledTown) => !marked.isArea && distance(town) < sameSpot
  const usefulness = (town: LabelledTown) =>
    Math.log(town.population) - distance(town) / 70 + (isHere(town) ? 5 : 0)
  const occupied = [...marked.taken]
  const labels: Label[] = []
  const free = (box: Box) => isWithin(box, area) && !occupied.some((other) => overlaps(box, other))

  for (const town of towns.toSorted((a, b) => usefulness(b) - usefulness(a))) {
    if (labels.length === most) break
    if (isHere(town)) {
      const below = labelBelow(town.name, marked.x, marked.y)
      if (!free(below.box)) continue
      occupied.push(below.box)
      labels.push({ name: town.name, dot: null, ...below.text })
      continue
    }
    const point = boxAround(town, dotRadius)
    const option = free(point) && labelOptions(town).find(({ box }) => free(box))
    if (!option) continue
    occupied.push(point, option.box)
    const { name, x, y, has_station } = town
    labels.push({ name, dot: { x, y }, ...option.text, ...(has_station && { has_station }) })
  }
  return labels
}

function labelOptions({ name, x, y }: LabelledTown) {
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
    labelBelow(name, x, y),
  ]
}

function labelBelow(name: string, x: number, y: number) {
  const width = widthOf(name)
  return {
    text: { textX: x, textY: y + 17, anchor: 'middle' as const },
    box: lineBox(x - width / 2, y + 4, width),
  }
}

function lineBox(left: number, top: number, width: number): Box {
  return { left: left - 2, top, right: left + width + 2, bottom: top + textHeight + 3 }
}

/** Returns a generous estimate of a name's width in the device's sans-serif font at `textHeight`. */
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

/** Returns the square whose sides are this far from a point. */
export function boxAround({ x, y }: { x: number; y: number }, radius: number): Box {
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
