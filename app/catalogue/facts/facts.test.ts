import { statedFactFilters, statedFactNames, type StatedFact } from './stated-fact.ts'
import { expect, test } from 'vitest'

import { groupVisitFacts, isSuitable } from '../experiences/experience-facts.ts'
import { noVisitFacts } from '../../../test/no-visit-facts.ts'
import { factFilterNames } from './fact-filters.ts'
import { definitionOf, factList, inOrder, isFactSuitable, statedWhen, wordsOfFact } from './facts.ts'
import { answerRequest } from './request-answers.ts'
import { factsBySubject } from './subjects.ts'
import { topicsIn } from './topics.ts'

const stated = (fact: StatedFact['fact'], choice: string, detail: string | null = null): StatedFact => ({
  fact,
  choice,
  detail,
  stated_on: '2026-05-03',
})

test('every fact has a choice that suits visitors and a choice that does not', () => {
  const suits = (name: (typeof statedFactNames)[number], wanted: boolean) =>
    Object.keys(definitionOf(name).choices).some(
      (choice) => isFactSuitable({ fact: name, choice }) === wanted,
    )
  expect(statedFactNames.filter((name) => !suits(name, true) || !suits(name, false))).toEqual([])
  expect(new Set(factFilterNames).size).toBe(factFilterNames.length)
})

test('says in which month the vineyard stated its facts', () => {
  expect(statedWhen([stated('seating', 'none')])).toBe('Stated by the vineyard in May 2026')
  const [first, later] = [
    stated('seating', 'none'),
    { ...stated('shelter', 'none'), stated_on: '2026-11-02' },
  ]
  expect(statedWhen([later, first])).toBe('Stated by the vineyard between May 2026 and November 2026')
  expect(statedWhen([{ stated_on: null }, first])).toBe('Stated by the vineyard in May 2026')
  expect(statedWhen([{ stated_on: null }])).toBe('')
})

test('lists the facts of the vineyard once, and for each experience only the facts that differ', () => {
  const shared = [stated('seating', 'tasting'), stated('shelter', 'covered')]
  const same = { ...noVisitFacts, facts: [...shared] }
  const differs = {
    ...noVisitFacts,
    facts: [stated('seating', 'tasting', 'Benches'), stated('shelter', 'covered')],
  }
  const more = { ...noVisitFacts, facts: [...shared, stated('payment', 'card')] }
  const { common, own } = groupVisitFacts([same, differs, more], shared)
  expect(common.facts).toEqual(shared)
  expect(own.map(({ facts }) => facts)).toEqual([
    [],
    [stated('seating', 'tasting', 'Benches')],
    [stated('payment', 'card')],
  ])
  expect(groupVisitFacts([same], []).own[0]?.facts).toEqual(shared)
})

test('groups visit facts and stated facts by subject, and shows each text once', () => {
  const facts = [
    stated('dogs_where', 'nowhere'),
    stated('ground', 'rough', 'Stiles'),
    stated('payment', 'card'),
  ]
  const visit = {
    ...noVisitFacts,
    parking: 'Behind the barn',
    dogs: 'assistance_only' as const,
    children: 'welcome' as const,
    facts_stated_on: { parking: '2026-03-09', dogs: '2026-01-01' },
    facts,
  }
  expect(factsBySubject(visit).map(({ label, lines }) => [label, ...lines])).toEqual([
    ['Access', { text: 'Rough or soft ground', detail: 'Stiles', stated_on: '2026-05-03' }],
    ['Getting here', { text: 'Parking: Behind the barn', detail: null, stated_on: '2026-03-09' }],
    ['Children', { text: 'Children welcome', detail: null, stated_on: null }],
    ['Dogs', { text: 'Assistance dogs only', detail: null, stated_on: '2026-05-03' }],
    ['On the day', { text: 'Card only', detail: null, stated_on: '2026-05-03' }],
  ])
  expect(factsBySubject(noVisitFacts)).toEqual([])
  const adults = {
    ...noVisitFacts,
    children: 'adults_only' as const,
    facts: [stated('children_from', 'adults')],
  }
  expect(factsBySubject(adults).map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['Adults only (18 and over)'],
  ])
})

test('dogs do not count as welcome where the vineyard says that only assistance dogs may come', () => {
  const visit = { ...noVisitFacts, dogs: 'welcome' as const }
  expect(isSuitable(visit, 'dogs')).toBe(true)
  expect(isSuitable({ ...visit, facts: [stated('dogs_where', 'nowhere')] }, 'dogs')).toBe(false)
  expect(isSuitable({ ...visit, facts: [stated('dogs_where', 'outdoors')] }, 'dogs')).toBe(true)
})

test('the label of the age filter names only ages that every accepted answer allows', () => {
  expect(statedFactFilters.children_from).toBe('Children aged 5 to 7')
  expect(factList.children_from.suits).toEqual(['any', 'five'])
})

test('shows every fact under a subject', () => {
  const facts = statedFactNames.map((fact) => stated(fact, Object.keys(definitionOf(fact).choices)[0] ?? ''))
  const lines = factsBySubject({ ...noVisitFacts, facts }).flatMap(({ lines }) => lines)
  expect(lines).toHaveLength(statedFactNames.length)
})

test('sorts facts in the order of the list, and writes the detail of a fact after its choice', () => {
  const facts = [stated('shelter', 'none'), stated('ground', 'rough', 'Stiles and wet grass')]
  expect(inOrder(facts).map(wordsOfFact)).toEqual([
    'Rough or soft ground. Stiles and wet grass',
    'Outdoors in all weathers',
  ])
})

test('answers a request for step-free access with all facts that the vineyard states about this topic', () => {
  const visit = {
    ...noVisitFacts,
    step_free: 'partly' as const,
    facts: [stated('step_free_route', 'ramp', 'Ring the bell.')],
  }
  expect(answerRequest('My mother uses a wheelchair.', visit)).toEqual([
    {
      asked: 'You asked for step-free access',
      sentences: [
        'Step-free in parts.',
        'Step-free with a ramp. Ring the bell.',
        'Stated by the vineyard in May 2026.',
      ],
    },
  ])
})

test('an answer to a request says in which month the vineyard stated the fact', () => {
  const visit = { ...noVisitFacts, dogs: 'welcome' as const, food: 'Cheese' }
  const answer = (facts_stated_on: typeof visit.facts_stated_on) =>
    answerRequest('We bring our dog.', { ...visit, facts_stated_on })[0]?.sentences
  expect(answer({ dogs: '2026-03-09', food: '2025-01-01' })).toEqual([
    'Dogs welcome.',
    'Stated by the vineyard in March 2026.',
  ])
  expect(answer({ food: '2025-01-01' })).toEqual(['Dogs welcome.'])
})

test('shows the earliest day if several experiences state the same fact', () => {
  const visit = { ...noVisitFacts, parking: 'Free', facts_stated_on: { parking: '2026-05-03' } }
  const dogs = { dogs: 'welcome' as const, facts_stated_on: { dogs: '2026-06-01', parking: '2026-04-01' } }
  const { common, own } = groupVisitFacts([visit, { ...visit, ...dogs }], [])
  expect(common.facts_stated_on).toEqual({ parking: '2026-04-01' })
  expect(own.map(({ facts_stated_on }) => facts_stated_on)).toEqual([{}, { dogs: '2026-06-01' }])
})

test('says that the vineyard has stated nothing about a requested topic, and ignores requests without a known topic', () => {
  expect(answerRequest('We will bring our DOG!', noVisitFacts)).toEqual([
    {
      asked: 'You asked for a visit with a dog',
      sentences: ['The vineyard has not stated anything about this yet, and will see your request.'],
    },
  ])
  expect(
    answerRequest('It is our anniversary.', { ...noVisitFacts, facts: [stated('payment', 'card')] }),
  ).toEqual([])
  expect(answerRequest('', noVisitFacts)).toEqual([])
})

test('finds topics by keywords at the beginning of words, whatever characters separate the words', () => {
  expect(topicsIn('Step-free, please: two wheelchairs')).toEqual(['access'])
  expect(topicsIn('Is it training? The dogma of chairs')).toEqual(['seating'])
  expect(topicsIn('One eats no gluten; three kids; 2 coaches')).toEqual(['coaches', 'children', 'food'])
})

test('reads only the beginning of a long hostile request, in linear time', () => {
  const took = (text: string) => {
    const start = performance.now()
    topicsIn(text)
    return performance.now() - start
  }
  expect(topicsIn(`${'- '.repeat(1500)}wheelchair`)).toEqual([])
  took('warm up')
  for (const part of ['step ', 'hearing from ', '1 year old ', 'twenty five ', 'french wine '])
    expect(took(part.repeat(100_000))).toBeLessThan(500)
})
