/** What a guest may ask about: the words of our answer, and the beginnings of words in a request that mean the topic. */
export const topics = {
  access: {
    asked: 'step-free access',
    keywords: [
      'wheelchair',
      'step free',
      'stepfree',
      'steps',
      'stairs',
      'mobility',
      'walking stick',
      'crutch',
    ],
  },
  seating: { asked: 'seating', keywords: ['seat', 'chair', 'sit ', 'stand for long'] },
  toilet: { asked: 'an accessible toilet', keywords: ['toilet', 'loo ', 'wc ', 'bathroom'] },
  hearing: { asked: 'help with hearing', keywords: ['hearing', 'deaf', 'induction loop', 'lip read'] },
  coaches: { asked: 'parking for a coach', keywords: ['coach', 'minibus', 'bus '] },
  charging: {
    asked: 'charging for an electric car',
    keywords: ['electric car', 'electric vehicle', 'ev ', 'charg'],
  },
  parking: { asked: 'parking', keywords: ['parking', 'car park', 'park our', 'park the', 'park my'] },
  dogs: { asked: 'dogs', keywords: ['dog ', 'dogs ', 'puppy'] },
  children: {
    asked: 'children',
    keywords: ['child', 'kid ', 'kids ', 'baby', 'babies', 'toddler', 'pushchair', 'buggy', 'year old'],
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
  },
  languages: {
    asked: 'languages',
    keywords: ['language', 'french', 'german', 'spanish', 'italian', 'chinese', 'japanese', 'speak', 'bsl '],
  },
  payment: { asked: 'how to pay', keywords: ['cash', 'card ', 'cards ', 'contactless'] },
  weather: { asked: 'shelter in bad weather', keywords: ['rain', 'weather', 'shelter'] },
  station: { asked: 'the way from the station', keywords: ['station', 'train ', 'trains ', 'taxi'] },
} as const satisfies Record<string, { asked: string; keywords: readonly string[] }>

export type Topic = keyof typeof topics

/** The most characters of a request that are searched. */
const longestSearched = 2000

/** Returns the topics of a guest's request, in the order of the list. Takes time linear in the text. */
export function topicsIn(request: string): Topic[] {
  const words = request
    .slice(0, longestSearched)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
  const text = ` ${words} `
  return (Object.keys(topics) as Topic[]).filter((topic) =>
    topics[topic].keywords.some((keyword) => text.includes(` ${keyword}`)),
  )
}
