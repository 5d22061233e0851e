import { expect, test } from 'vitest'
import { type Label, textHeight, placeLabels, type LabelledTown, widthOf } from './labels.ts'
import { type Box, overlaps } from './outline.ts'

const area = { left: 0, top: 0, right: 360, bottom: 180 }
const marked = { x: 180, y: 104, taken: [{ left: 161, top: 54, right: 199, bottom: 107 }] }
const town = (name: string, x: number, y: number, population = 5000): LabelledTown => ({
  name,
  x,
  y,
  population,
})

/** Returns the bounding box of a label's text. */
function textBox({ name, textX, textY, anchor }: Label): Box {
  const width = widthOf(name)
  const left = textX - { start: 0, middle: width / 2, end: width }[anchor]
  return { left, right: left + width, top: textY - textHeight + 3, bottom: textY + 2 }
}

test('labels a town to the right of its dot', () => {
  const [lewes] = placeLabels([town('Lewes', 40, 40)], area, marked, 7)
  expect(lewes).toEqual({ name: 'Lewes', dot: { x: 40, y: 40 }, textX: 47, textY: 45, anchor: 'start' })
})

test('labels never overlap each other, a dot or the pin', () => {
  const many = Array.from({ length: 200 }, (_, n) =>
    town(`Market ${n}`, (n * 47) % 360, (n * 31) % 180, 1000 + n),
  )
  const labels = placeLabels(many, area, marked, 50)
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

test('labels the larger of two towns at the same position', () => {
  const labels = placeLabels(
    [town('Hamlet', 60, 60, 1000), town('Big Town', 62, 61, 90_000)],
    area,
    marked,
    7,
  )
  expect(labels.map(({ name }) => name)).toEqual(['Big Town'])
})

test('puts the name of a town at the right edge to the left of its dot', () => {
  const [dover] = placeLabels([town('Dover', 350, 40)], area, marked, 7)
  expect(dover?.anchor).toBe('end')
})

test('labels a town at the pin just below the tip of the pin, without a dot', () => {
  const [here] = placeLabels([town('Truro', 182, 103)], area, marked, 7)
  expect(here).toEqual({ name: 'Truro', dot: null, textX: 180, textY: 121, anchor: 'middle' })
})

test('omits a town behind the pin', () => {
  expect(placeLabels([town('Hidden', 180, 70)], area, marked, 7)).toEqual([])
})

test('draws at most the given number of labels', () => {
  const row = [town('A', 20, 20), town('B', 20, 60), town('C', 20, 120)]
  expect(placeLabels(row, area, marked, 2)).toHaveLength(2)
})
