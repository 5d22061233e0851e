/**
 * A topic about which guests ask. `asked` is its name in our answer. `keywords` are beginnings of words that mean the topic;
 * `except` are phrases that contain a keyword but mean something else. In both, a final space means that the word ends there.
 */
type TopicWords = { asked: string; keywords: readonly string[]; except?: readonly string[] }

/** Splits a list at its commas. Keeps a space before a comma, because the space ends a word. */
const list = (text: string) => text.trimStart().split(/,\s*/)
/** `before` puts each of the words before the noun; `after` puts each of the words after the noun. */
const before = (words: string, noun: string) => list(words).map((word) => `${word} ${noun}`)
const after = (noun: string, words: string) => list(words).map((word) => `${noun} ${word}`)

const tongues = list('french, german, spanish, italian, chinese, japanese')
const ofCellarOrKitchen =
  'wine, oak, grape, style, food, restaurant, cheese, bread, champagne, sparkling, fizz, riesling, rival, barrel'

/**
 * The topics, in the order of the answers. The lists are short and fixed, so a request takes time linear in its length.
 */
export const topics = {
  access: {
    asked: 'step-free access',
    keywords: list(
      'wheelchair, step free, stepfree, steps , stairs , mobility, walking stick, walking frame, crutch',
    ),
    except: list('next steps, first steps, steps to book, steps to pay, steps to take, upward mobility'),
  },
  seating: {
    asked: 'seating',
    keywords: list('seat , seats , seated , seating , chair , chairs , sit , stand for long'),
    except: list('baby sit , car seat, back seat, chair of '),
  },
  toilet: { asked: 'an accessible toilet', keywords: list('toilet, loo , wc , bathroom') },
  hearing: {
    asked: 'help with hearing',
    keywords: list('hearing, deaf , deafness, induction loop, lip read'),
    except: [
      ...after('hearing', 'from, back, about, more, of , soon, all , what, how, when, if '),
      ...before('forward to, love, enjoy, await, appreciate, court', 'hearing'),
    ],
  },
  coaches: {
    asked: 'parking for a coach',
    keywords: list('coach , coaches , minibus, bus '),
    except: [
      ...before('by, the, local, public, a', 'bus '),
      ...after('bus', 'stop, route, timetable, number'),
      ...before('life, tennis, football, rugby, fitness, my', 'coach '),
    ],
  },
  charging: {
    asked: 'charging for an electric car',
    keywords: list(`
      electric car, electric vehicle, ev , charging , charger, charge point, charge our , charge my , charge the ,
      charge a car`),
    except: [
      ...['our', 'my', 'the'].flatMap((whose) =>
        ['charge', 'charging'].flatMap((verb) => after(`${verb} ${whose}`, 'card, phone, glasses')),
      ),
      ...list('phone charger, charging for, charging us'),
    ],
  },
  parking: { asked: 'parking', keywords: list('parking, car park, park our , park the , park my ') },
  dogs: {
    asked: 'a visit with a dog',
    keywords: list('dog , dogs , puppy'),
    except: list('hot dog, dog tired, of the dog '),
  },
  children: {
    asked: 'a visit with children',
    keywords: list('child, kid , kids , baby , babies, toddler, pushchair, buggy, month old, months old'),
    except: list('childhood, childless, child free, adult child, grown up child, baby shower, baby sit'),
  },
  food: {
    asked: 'food and allergies',
    keywords: list(
      'allerg, gluten, coeliac, celiac, vegan, vegetarian, dairy, lactose, nut , nuts , eats no',
    ),
    except: list('no allerg, not allergic, nuts about, nuts over, going nuts'),
  },
  languages: {
    asked: 'another language',
    keywords: ['language', ...tongues.map((tongue) => `${tongue} `), 'speak', 'bsl '],
    except: [
      ...tongues.flatMap((tongue) => after(tongue, ofCellarOrKitchen)),
      ...after('speak', 'to you, to your, to some, to the, with, soon, later, up '),
      ...list('so to speak, speaking of, speaking to, generally speaking, speaker, body language'),
    ],
  },
  payment: {
    asked: 'ways to pay',
    keywords: list('cash , card , cards , contactless'),
    except: [
      ...before('birthday, greeting, greetings, you, anniversary, christmas, wedding', 'card'),
      ...before('retirement, gift, business, playing, place, id', 'card'),
      ...after('card', 'game, trick, for my, for her, for him, for them, from, on the table, waiting'),
    ],
  },
  weather: {
    asked: 'shelter in bad weather',
    keywords: list('rain , rains , raining , rainy , weather, shelter'),
    except: [
      ...before('good, nice, lovely, great, fine, sunny, hope the, hoping the, enjoy the', 'weather'),
      ...list('weather permitting, rain check, rain or shine'),
    ],
  },
  station: {
    asked: 'directions from the station',
    keywords: list('station , train , trains , taxi, by bus , bus stop, bus route, public transport'),
    except: [...before('police, petrol, fire, tasting, charging, work', 'station'), 'train of thought'],
  },
} as const satisfies Record<string, TopicWords>

export type Topic = keyof typeof topics

/** The number of characters that are searched, from the beginning of a request. */
const longestSearched = 2000

const wordsBelowEighteen = new Set(
  'a half one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen'.split(
    ' ',
  ),
)
/** Matches ages such as 'twenty five year old' or 'aged 7', but not the age of wine or of a building. */
const ages =
  / (?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) ([a-z]{3,5})|(\d{1,3}|[a-z]{1,9})) (?:years?|yrs?) olds?(?! (?:wine|vine|bottle|vintage|barrel|building))| age[sd]? (\d{1,2}) (?!years?|months?)/g

/** Returns the topics of a guest's request, in the order of the list. Takes time linear in the text. */
export function topicsIn(request: string): Topic[] {
  const words = request
    .slice(0, longestSearched)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
  const text = ` ${words} `.replaceAll(ages, (_, tens?: string, ...numbers: (string | undefined)[]) => {
    const age = numbers.slice(0, 2).find((number) => typeof number === 'string') ?? ''
    return tens === undefined && (wordsBelowEighteen.has(age) || Number(age) < 18) ? ' child ' : ' adult '
  })
  return (Object.keys(topics) as Topic[]).filter((topic) => {
    const { keywords, except = [] }: TopicWords = topics[topic]
    const meant = except.reduce((rest, phrase) => rest.replaceAll(` ${phrase}`, ' '), text)
    return keywords.some((keyword) => meant.includes(` ${keyword}`))
  })
}
