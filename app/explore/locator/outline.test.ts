import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areaOf, boundsOf, clipRing, overlaps, pathOf, simplifyLine, simplifyRing } from './outline.ts'

const square = [0, 0, 10, 0, 10, 10, 0, 10]
const box = { left: 5, top: -5, right: 20, bottom: 5 }

test('clips a ring at the edges of the box', () => {
  const corner = clipRing(square, box)
  expect(areaOf(corner)).toBe(25)
  expect(boundsOf(corner)).toEqual({ left: 5, top: 0, right: 10, bottom: 5 })
})

test('keeps a ring inside the box and drops one outside', () => {
  const wide = { left: -1, top: -1, right: 11, bottom: 11 }
  expect(areaOf(clipRing(square, wide))).toBe(100)
  expect(clipRing(square, { left: 20, top: 20, right: 30, bottom: 30 })).toEqual([])
})

test('fills a box that is inside the ring', () => {
  expect(areaOf(clipRing(square, { left: 4, top: 4, right: 6, bottom: 6 }))).toBe(4)
})

test('a bay whose outline leaves the box and comes back stays open', () => {
  const horseshoe = [0, 0, 9, 0, 9, 9, 6, 9, 6, 3, 3, 3, 3, 9, 0, 9]
  expect(areaOf(clipRing(horseshoe, { left: 0, top: 6, right: 9, bottom: 9 }))).toBe(18)
})

test('a clipped ring lies within the box', () => {
  const point = fc.integer({ min: -30, max: 30 })
  fc.assert(
    fc.property(fc.array(fc.tuple(point, point), { minLength: 3, maxLength: 12 }), (corners) => {
      const ring = clipRing(corners.flat(), box)
      const { left, top, right, bottom } = boundsOf(ring)
      if (ring.length === 0) return
      expect(Math.min(left - box.left, top - box.top)).toBeGreaterThan(-1e-9)
      expect(Math.max(right - box.right, bottom - box.bottom)).toBeLessThan(1e-9)
    }),
  )
})

test('drops insignificant corners and keeps the shape', () => {
  const wobbly = [0, 0, 5, 0.1, 10, 0, 10, 5, 9.95, 8, 10, 10, 0, 10, 0.1, 5]
  expect(simplifyRing(wobbly, 0.2)).toEqual(square)
  expect(simplifyRing(wobbly, 0.01)).toEqual(wobbly)
})

test('drops an island smaller than the tolerance', () => {
  expect(simplifyRing([0, 0, 1, 0, 1, 1], 5)).toEqual([])
  expect(simplifyRing([0, 0], 5)).toEqual([])
})

test('boxes that only touch do not overlap', () => {
  const unit = { left: 0, top: 0, right: 1, bottom: 1 }
  expect(overlaps(unit, { left: 1, top: 0, right: 2, bottom: 1 })).toBe(false)
  expect(overlaps(unit, { left: 0.9, top: 0.9, right: 2, bottom: 2 })).toBe(true)
})

test('writes short relative path data, rounded to a tenth', () => {
  expect(pathOf([1, 2, 1.5, 2.25, 1.5, 2.26, -3, 2])).toBe('M1 2l.5.3-4.5-.3z')
})

test('a straight line keeps its ends and is not closed', () => {
  const straight = [0, 0, 5, 0.1, 10, 0]
  expect(simplifyLine(straight, 1)).toEqual([0, 0, 10, 0])
  expect(simplifyLine([0, 0, 10, 0, 10, 10, 0, 0.5], 1)).toEqual([0, 0, 10, 0, 10, 10, 0, 0.5])
  expect(pathOf(simplifyLine(straight, 1), 'open')).toBe('M0 0l10 0')
  expect(pathOf([0, 0, 0.01, 0], 'open')).toBe('')
})
