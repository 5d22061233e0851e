import { expect, test } from 'vitest'
import { type Label, textHeight, placeLabels, type LabelledTown, widthOf } from './map-labels.ts'
import { type Box, overlaps } from './outline.ts'

const room = { left: 0, top: 0, right: 360, bottom: 180 }
const marked = { x: 180, y: 104, taken: [{ left: 161, top: 54, right: 199, bottom: 107 }] }
const town = (name: string, x: number, y: number, population = 5000): LabelledTown => ({
  name,
  x,
  y,
  population,
})

/** Where the letters themselves stand, reckoned from the label alone. */
function textBox({ name, textX, textY, anchor }: Label): Box {
  const width = widthOf(name)
  const left = textX - { start: 0, middle: width / 2, end: width }[anchor]
  return { left, right: left + width, top: textY - textHeight + 3, bottom: textY + 2 }
}

test('a town in the open is named to the right of its dot', () => {
  const [lewes] = placeLabels([town('Lewes', 40, 40)], room, marked, 7)
  expect(lewes).toEqual({ name: 'Lewes', dot: { x: 40, y: 40 }, textX: 47, textY: 45, anchor: 'start' })
})

test('no two names, dots or the pin ever cover each other, however crowded', () => {
  const crowd = Array.from({ length: 200 }, (_, n) =>
    town(`Market ${n}`, (n * 47) % 360, (n * 31) % 180, 1000 + n),
  )
  const labels = placeLabels(crowd, room, marked, 50)
  const texts = labels.map(textBox)
  const dots = labels.flatMap(({ dot }) =>
    dot ? [{ left: dot.x - 2, right: dot.x + 2, top: dot.y - 2, bottom: dot.y + 2 }] : [],
  )
  const boxes = [...texts, ...dots, ...marked.taken]
  const clashes = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlaps(a, b)))

  expect(labels.length).toBeGreaterThan(10)
  expect(clashes).toEqual([])
  expect(
    texts.filter((text) => text.left < 0 || text.right > 360 || text.top < 0 || text.bottom > 180),
  ).toEqual([])
})

test('of two towns in one place the larger is named', () => {
  const labels = placeLabels(
    [town('Hamlet', 60, 60, 1000), town('Big Town', 62, 61, 90_000)],
    room,
    marked,
    7,
  )
  expect(labels.map(({ name }) => name)).toEqual(['Big Town'])
})

test('a town at the right edge is named to its left', () => {
  const [dover] = placeLabels([town('Dover', 350, 40)], room, marked, 7)
  expect(dover?.anchor).toBe('end')
})

test('the town under the pin keeps its name below the tip and loses its dot', () => {
  const [here] = placeLabels([town('Truro', 182, 103)], room, marked, 7)
  expect(here).toEqual({ name: 'Truro', dot: null, textX: 180, textY: 121, anchor: 'middle' })
})

test('a town behind the pin is left out', () => {
  expect(placeLabels([town('Hidden', 180, 70)], room, marked, 7)).toEqual([])
})

test('no more names are written than asked for', () => {
  const row = [town('A', 20, 20), town('B', 20, 60), town('C', 20, 120)]
  expect(placeLabels(row, room, marked, 2)).toHaveLength(2)
})
