import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSceneName, type SceneKind, sceneKinds } from '../../catalogue/scenes/scene-kind.ts'
import { splitCards } from '../location-page/location-page.server.ts'
import type { CardToDraw, FoundVineyard } from './search.server.ts'
import { withoutFeatured } from './weekend.server.ts'

const today = '2031-10-20'
const title = fc.constantFrom('Tasting', 'Walk', 'Supper', 'Cellar tour', 'Visit', 'Harvest day')
const card = fc
  .record({
    id: fc.uuid(),
    title,
    scene: fc.option(fc.constantFrom(...(Object.keys(sceneKinds) as SceneKind[]))),
    isOpen: fc.boolean(),
    hasVisit: fc.boolean(),
  })
  .map(({ id, title, scene, isOpen, hasVisit }) => {
    const drawn = { id, title, type: null, description: null, scene }
    const facts = hasVisit ? { next: isOpen ? { slot_date: today } : null } : null
    return { id, cover_image_url: null, facts, drawn: hasVisit ? drawn : null } as CardToDraw
  })
/** Lists as searches return them. */
const found = fc.array(card, { maxLength: 12 })

/** Expects each card to show another kind of drawing than the three cards before it, because any of these may touch it. */
function expectVariety(list: FoundVineyard[]) {
  const kinds = list.map(
    ({ scene_url }) => scene_url && readSceneName(scene_url.replace('/scenes/', ''))?.kind,
  )
  for (const [n, kind] of kinds.entries())
    if (kind) expect(kinds.slice(Math.max(0, n - 3), n)).not.toContain(kind)
}

test('neighbouring cards on the home page never show the same kind of drawing, even after days are joined and a vineyard is left out', () => {
  fc.assert(
    fc.property(found, found, fc.nat(11), (saturday, sunday, n) => {
      const vineyards = [...saturday, ...sunday]
      const soon = withoutFeatured({ isWeekend: true, vineyards }, vineyards[n]?.id, today)
      expectVariety(soon?.vineyards ?? [])
    }),
  )
})

test('neighbouring cards in either list of a location page never show the same kind of drawing', () => {
  fc.assert(
    fc.property(found, (cards) => {
      const { bookable, others } = splitCards(cards, today)
      expect(bookable.length + others.length).toBe(cards.length)
      for (const list of [bookable, others]) expectVariety(list)
    }),
  )
})
