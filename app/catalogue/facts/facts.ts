import { type Day, formatMonth, monthOf } from '../../platform/days.ts'
import { type StatedFact, type StatedFactName, statedFactNames } from './stated-fact.ts'
import type { Topic } from './topics.ts'

/** The definition of a fact: the question for staff, the words for visitors, and the topic of requests that it answers. */
type FactDefinition = {
  label: string
  question: string
  /** An example of the detail that staff may add. */
  example: string
  /** The possible answers, with the words that visitors read. */
  choices: Record<string, string>
  /** The answers that suit visitors who filter by the fact. */
  suits: readonly string[]
  /** The topic of the guests' requests that this fact answers. */
  topic: Topic
}

/**
 * The facts that a vineyard states about itself, in the order of forms and pages. A constraint of the table `vineyard_facts`
 * lists the same facts and choices; a test compares both lists.
 */
export const factList = {
  step_free_route: {
    label: 'Step-free route',
    question: 'Is there a step-free way from the car park to where guests taste?',
    example: 'By the yard gate; ring and we open it',
    choices: {
      all_the_way: 'Step-free from the car park to the tasting',
      other_entrance: 'Step-free by another entrance',
      ramp: 'Step-free with a ramp',
      steps: 'Steps on the way',
    },
    suits: ['all_the_way', 'other_entrance', 'ramp'],
    topic: 'access',
  },
  ground: {
    label: 'Slope and surface',
    question: 'What is the ground like where guests walk?',
    example: 'Gravel in the yard, mown grass between the rows',
    choices: {
      level: 'Level, firm ground',
      gentle: 'Gentle slopes on firm ground',
      steep: 'Steep in places',
      rough: 'Rough or soft ground',
    },
    suits: ['level', 'gentle'],
    topic: 'access',
  },
  seating: {
    label: 'Seating',
    question: 'Can guests sit down?',
    example: 'Chairs with backs, and a bench half-way',
    choices: {
      throughout: 'Seats at every stop',
      tasting: 'Seats at the tasting',
      on_request: 'A seat for guests who ask',
      none: 'Standing only',
    },
    suits: ['throughout', 'tasting', 'on_request'],
    topic: 'seating',
  },
  accessible_toilet: {
    label: 'Accessible toilet',
    question: 'Is there an accessible toilet?',
    example: 'Beside the shop, with a grab rail and an alarm',
    choices: {
      on_site: 'Accessible toilet on site',
      nearby: 'Accessible toilet nearby',
      none: 'No accessible toilet',
    },
    suits: ['on_site'],
    topic: 'toilet',
  },
  hearing_loop: {
    label: 'Hearing loop',
    question: 'Is there a hearing loop?',
    example: 'In the tasting room, not on the walk',
    choices: { fitted: 'Hearing loop', portable: 'Portable hearing loop', none: 'No hearing loop' },
    suits: ['fitted', 'portable'],
    topic: 'hearing',
  },
  coach_parking: {
    label: 'Coaches',
    question: 'Can a coach or minibus park?',
    example: 'One coach, in the lower field',
    choices: {
      space: 'Space for coaches',
      ask_first: 'Coaches by arrangement',
      none: 'No space for coaches',
    },
    suits: ['space', 'ask_first'],
    topic: 'coaches',
  },
  electric_charging: {
    label: 'Electric cars',
    question: 'Can guests charge an electric car?',
    example: 'Two 7 kW points, free for guests',
    choices: {
      on_site: 'Charging for electric cars on site',
      nearby: 'Charging for electric cars nearby',
      none: 'No charging for electric cars',
    },
    suits: ['on_site'],
    topic: 'charging',
  },
  dogs_where: {
    label: 'Where dogs may go',
    question: 'Where may dogs go?',
    example: 'Not among the sheep in spring',
    choices: {
      everywhere: 'Dogs may go everywhere',
      not_cellar: 'Dogs may go everywhere but the cellar',
      outdoors: 'Dogs outdoors only',
      nowhere: 'Assistance dogs only',
    },
    suits: ['everywhere', 'not_cellar'],
    topic: 'dogs',
  },
  children_from: {
    label: 'Age of children',
    question: 'From what age may children come?',
    example: 'Under fives in a carrier, the cellar is steep',
    choices: {
      any: 'Children of any age',
      five: 'Children aged 5 and over',
      eight: 'Children aged 8 and over',
      twelve: 'Children aged 12 and over',
      adults: 'Adults only (18 and over)',
    },
    suits: ['any', 'five'],
    topic: 'children',
  },
  for_children: {
    label: 'For children',
    question: 'What is there for children?',
    example: 'A trail with questions, and grape juice',
    choices: {
      play: 'A place to play',
      activities: 'Things to do for children',
      drinks: 'Drinks for children',
      nothing: 'Nothing for children',
    },
    suits: ['play', 'activities', 'drinks'],
    topic: 'children',
  },
  allergens: {
    label: 'Food and allergens',
    question: 'Can you cater for allergies and diets?',
    example: 'Gluten-free bread if we know the day before',
    choices: {
      catered: 'Allergies catered for',
      ask_first: 'Allergies catered for if you ask ahead',
      listed: 'Allergens are listed',
      no: 'Allergies cannot be catered for',
    },
    suits: ['catered', 'ask_first'],
    topic: 'food',
  },
  languages: {
    label: 'Languages',
    question: 'Which languages do you speak with guests?',
    example: 'French, and some Welsh',
    choices: {
      english: 'English only',
      others: 'Other languages besides English',
      signed: 'British Sign Language',
    },
    suits: ['others', 'signed'],
    topic: 'languages',
  },
  payment: {
    label: 'Card or cash',
    question: 'How can guests pay?',
    example: 'No American Express',
    choices: { both: 'Card or cash', card: 'Card only', cash: 'Cash only' },
    suits: ['both', 'card'],
    topic: 'payment',
  },
  shelter: {
    label: 'Bad weather',
    question: 'Is there shelter in bad weather?',
    example: 'We walk in light rain and move to the barn in heavy rain',
    choices: {
      indoors: 'All indoors',
      covered: 'Under cover when it rains',
      partly: 'Partly under cover',
      none: 'Outdoors in all weathers',
    },
    suits: ['indoors', 'covered'],
    topic: 'weather',
  },
} as const satisfies Record<StatedFactName, FactDefinition>

/** The largest number of characters in a detail. */
export const longestDetail = 200

/** Returns the definition of a fact, typed so that any text can be looked up in its `choices`. */
export const definitionOf = (fact: StatedFactName): FactDefinition => factList[fact]

/** Returns the words of an answer for visitors, such as 'Step-free with a ramp. Ring and we bring it'. */
export function wordsOfFact({
  fact,
  choice,
  detail,
}: Pick<StatedFact, 'fact' | 'choice' | 'detail'>): string {
  return [definitionOf(fact).choices[choice] ?? '', detail].filter(Boolean).join('. ')
}

/** Returns whether an answer suits visitors who filter by its fact. `suitsStatedFact` is this rule in SQL. */
export function isFactSuitable({ fact, choice }: Pick<StatedFact, 'fact' | 'choice'>): boolean {
  return definitionOf(fact).suits.includes(choice)
}

/** Returns the facts in the order of the list. */
export function inOrder<Fact extends Pick<StatedFact, 'fact'>>(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((a, b) => statedFactNames.indexOf(a.fact) - statedFactNames.indexOf(b.fact))
}

/** Returns 'Stated by the vineyard in May 2026', or a text with the first and last month. Empty if no day is known. */
export function statedWhen(facts: readonly { stated_on: Day | null }[]): string {
  const months = facts.flatMap(({ stated_on }) => (stated_on === null ? [] : monthOf(stated_on))).toSorted()
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return ''
  const when =
    first === last ? `in ${formatMonth(first)}` : `between ${formatMonth(first)} and ${formatMonth(last)}`
  return `Stated by the vineyard ${when}`
}
