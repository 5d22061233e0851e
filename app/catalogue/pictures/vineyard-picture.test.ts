import fc from 'fast-check'
import { expect, test } from 'vitest'

import { movedOnto } from './vineyard-picture.ts'

test('a picture that is dropped on another picture takes that picture’s position, and the rest keep their order', () => {
  expect(movedOnto(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
  expect(movedOnto(['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'c', 'a'])
  const some = fc.uniqueArray(fc.string(), { minLength: 2 })
  fc.assert(
    fc.property(some, fc.nat(), fc.nat(), (ids, m, n) => {
      const [moved, onto] = [ids[m % ids.length] ?? '', ids[n % ids.length] ?? '']
      const after = movedOnto(ids, moved, onto)
      expect(after.indexOf(moved)).toBe(ids.indexOf(onto))
      const others = (list: string[]) => list.filter((id) => id !== moved)
      expect(others(after)).toEqual(others(ids))
    }),
  )
})
