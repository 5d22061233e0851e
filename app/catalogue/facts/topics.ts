/**
 * A topic about which guests ask. `asked` is its name in our answer. `keywords` are beginnings of words that mean the
 * topic; `except` are phrases that contain a keyword but mean something else.
 */
type TopicWords = { asked: string; keywords: readonly string[]; except?: readonly string[] }

const tongues = ['french', 'german', 'spanish', 'italian', 'chinese', 'japanese']
const ofCellarOrKitchen =
  'wine oak grape style food restaurant cheese bread champagne sparkling fizz riesling rival barrel'.split(
    ' ',
  )

/**
 * The topics, in the order of the answers. The lists are short and fixed, so a request takes time linear in its length.
 */
export const topics = {
  access: {
    asked: 'step-free access',
    keywords: [
      'wheelchair',
      'step free',
      'stepfree',
      'steps ',
      'stairs ',
      'mobility',
      'walking stick',
      'walking frame',
      'crutch',
    ],
    except: [
      'next steps',
      'first steps',
      'steps to book',
      'steps to pay',
      'steps to take',
      'upward mobility',
    ],
  },
  seating: {
    asked: 'seating',
    keywords: ['seat ', 'seats ', 'seated ', 'seating ', 'chair ', 'chairs ', 'sit ', 'stand for long'],
    except: ['baby sit ', 'car seat', 'back seat', 'chair of '],
  },
  toilet: { asked: 'an accessible toilet', keywords: ['toilet', 'loo ', 'wc ', 'bathroom'] },
  hearing: {
    asked: 'help with hearing',
    keywords: ['hearing', 'deaf ', 'deafness', 'induction loop', 'lip read'],
    except: [
      ...['from', 'back', 'about', 'more', 'of ', 'soon', 'all ', 'what', 'how', 'when', 'if '].map(
        (next) => `hearing ${next}`,
      ),
      ...['forward to', 'love', 'enjoy', 'await', 'appreciate', 'court'].map((before) => `${before} hearing`),
    ],
  },
  coaches: {
    asked: 'parking for a coach',
    keywords: ['coach ', 'coaches ', 'minibus', 'bus '],
    except: [
      ...['by', 'the', 'local', 'public', 'a'].map((before) => `${before} bus `),
      ...['stop', 'route', 'timetable', 'number'].map((next) => `bus ${next}`),
      ...['life', 'tennis', 'football', 'rugby', 'fitness', 'my'].map((before) => `${before} coach `),
    ],
  },
  charging: {
    asked: 'charging for an electric car',
    keywords: [
      'electric car',
      'electric vehicle',
      'ev ',
      'charging ',
      'charger',
      'charge point',
      'charge our ',
      'charge my ',
      'charge the ',
      'charge a car',
    ],
    except: [
      ...['our', 'my', 'the'].flatMap((whose) =>
        ['charge', 'charging'].flatMap((verb) =>
          ['card', 'phone', 'glasses'].map((what) => `${verb} ${whose} ${what}`),
        ),
      ),
      'phone charger',
      'charging for',
      'charging us',
    ],
  },
  parking: { asked: 'parking', keywords: ['parking', 'car park', 'park our ', 'park the ', 'park my '] },
  dogs: {
    asked: 'a visit with a dog',
    keywords: ['dog ', 'dogs ', 'puppy'],
    except: ['hot dog', 'dog tired', 'of the dog '],
  },
  children: {
    asked: 'a visit with children',
    keywords: [
      'child',
      'kid ',
      'kids ',
      'baby ',
      'babies',
      'toddler',
      'pushchair',
      'buggy',
      'month old',
      'months old',
    ],
    except: [
      'childhood',
      'childless',
      'child free',
      'adult child',
      'grown up child',
      'baby shower',
      'baby sit',
    ],
  },
  food: {
    asked: 'food and allergies',
    keywords: [
      'allerg',
      'gluten',
      'coeliac',
      'celiac',
      'vegan',
      'vegetarian',
      'dairy',
      'lactose',
      'nut ',
      'nuts ',
      'eats no',
    ],
    except: ['no allerg', 'not allergic', 'nuts about', 'nuts over', 'going nuts'],
  },
  languages: {
    asked: 'another language',
    keywords: ['language', ...tongues.map((tongue) => `${tongue} `), 'speak', 'bsl '],
    except: [
      ...tongues.flatMap((tongue) => ofCellarOrKitchen.map((thing) => `${tongue} ${thing}`)),
      ...['to you', 'to your', 'to some', 'to the', 'with', 'soon', 'later', 'up '].map(
        (next) => `speak ${next}`,
      ),
      'so to speak',
      'speaking of',
      'speaking to',
      'generally speaking',
      'speaker',
      'body language',
    ],
  },
  payment: {
    asked: 'ways to pay',
    keywords: ['cash ', 'card ', 'cards ', 'contactless'],
    except: [
      ...'birthday greeting greetings you anniversary christmas wedding retirement gift business playing place id'
        .split(' ')
        .map((before) => `${before} card`),
      ...['game', 'trick', 'for my', 'for her', 'for him', 'for them', 'from', 'on the table', 'waiting'].map(
        (next) => `card ${next}`,
      ),
    ],
  },
  weather: {
    asked: 'shelter in bad weather',
    keywords: ['rain ', 'rains ', 'raining ', 'rainy ', 'weather', 'shelter'],
    except: [
      ...['good', 'nice', 'lovely', 'great', 'fine', 'sunny', 'hope the', 'hoping the', 'enjoy the'].map(
        (before) => `${before} weather`,
      ),
      'weather permitting',
      'rain check',
      'rain or shine',
    ],
  },
  station: {
    asked: 'directions from the station',
    keywords: [
      'station ',
      'train ',
      'trains ',
      'taxi',
      'by bus ',
      'bus stop',
      'bus route',
      'public transport',
    ],
    except: [
      ...['police', 'petrol', 'fire', 'tasting', 'charging', 'work'].map((before) => `${before} station`),
      'train of thought',
    ],
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
