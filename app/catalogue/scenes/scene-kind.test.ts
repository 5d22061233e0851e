import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readSceneName, type SceneFacts, type SceneKind, sceneKinds, scenesFor } from './scene-kind.ts'

const [winter, spring, summer, autumn] = ['2031-01-20', '2031-04-20', '2031-07-20', '2031-10-20'] as const

const experience = (facts: Partial<SceneFacts>) => ({
  id: crypto.randomUUID(),
  title: 'A visit',
  type: null,
  description: null,
  scene: null,
  hasPicture: false,
  ...facts,
})
const kindsOf = (...args: Parameters<typeof scenesFor>) =>
  scenesFor(...args).map((scene) => scene && readSceneName(scene.address.replace('/scenes/', ''))!.kind)
const kindOf = (facts: Partial<SceneFacts>, today: string = spring) => kindsOf([experience(facts)], today)[0]

test.each<[string, Partial<SceneFacts>, SceneKind]>([
  ['a title and a type of different kinds', { title: 'Harvest Lunch', type: 'food_pairing' }, 'supper'],
  ['a title that suggests no kind', { title: 'Clay, Vine and More', type: 'cellar_tour' }, 'cellar'],
  ['a picnic', { title: 'A Picnic in the Rows', type: 'wine_tasting' }, 'picnic'],
  ['a walk', { title: 'To the Window and Back', type: 'vineyard_tour' }, 'walk'],
  ['a ride', { title: 'Tractor Safari', type: 'vineyard_tour' }, 'tractor'],
  ['a meal', { title: 'Crab and Seyval', type: 'food_pairing' }, 'board'],
  ['a day of picking', { title: 'Picking Day', type: 'harvest_day' }, 'harvest'],
  ['a visit without a type, whose title suggests no kind', { title: 'Surprise' }, 'tasting'],
  ['a visit for which staff chose the kind', { title: 'Cellar tour', scene: 'gate' }, 'gate'],
])('chooses the kind of scene for %s', (_, facts, kind) => {
  expect(kindOf(facts)).toBe(kind)
})

test('prefers the kind of the season if two kinds fit equally well', () => {
  const facts = { title: 'Picnic and winter fire' }
  expect([kindOf(facts, winter), kindOf(facts, summer)]).toEqual(['fireside', 'picnic'])
})

test('draws the second of two neighbouring tastings as a fireside in winter, and as a walk in autumn', () => {
  const two = [experience({ title: 'Tasting' }), experience({ title: 'Tasting' })]
  expect(kindsOf(two, winter)).toEqual(['tasting', 'fireside'])
  expect(kindsOf(two, autumn)).toEqual(['tasting', 'walk'])
})

test('neighbouring scenes never have the same kind, in rows or in columns', () => {
  const kinds = Object.keys(sceneKinds) as SceneKind[]
  const any = fc.record({
    title: fc.constantFrom(
      'Tasting',
      'Walk',
      'Supper',
      'Cellar tour',
      'Visit',
      'Harvest day',
      'Cheese board',
    ),
    scene: fc.option(fc.constantFrom(...kinds)),
    hasPicture: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(fc.option(any)),
      fc.constantFrom(winter, spring, summer, autumn),
      fc.integer({ min: 1, max: 3 }),
      (list, today, apart) => {
        const chosen = kindsOf(
          list.map((facts) => (facts === null ? null : { ...experience(facts), ...facts })),
          today,
          apart,
        )
        for (const [n, kind] of chosen.entries()) {
          const isDrawn = list[n] !== null && list[n]?.hasPicture === false
          expect(kind === null).toBe(!isDrawn)
          if (kind !== null) expect(chosen.slice(Math.max(0, n - apart), n)).not.toContain(kind)
        }
      },
    ),
  )
})

test('reads only the beginning of a long text, in a short time', () => {
  const description = `${'wine '.repeat(200_000)}picnic`
  const began = performance.now()
  expect(kindOf({ title: 'Visit', description })).toBe('tasting')
  expect(performance.now() - began).toBeLessThan(100)
})
