/** The kinds of reader of the guide. The pages for a kind of reader are in the folder of docs/guide with the same name. */
export const readers = {
  run: {
    label: 'Run it',
    gist: 'For people who put the site on a machine: start, configure, watch, back up and update it.',
  },
  vineyard: {
    label: 'Use it at a vineyard',
    gist: 'For vineyards that take bookings here: your page, your times, the gate, the till and your figures.',
  },
  build: {
    label: 'Build on it',
    gist: 'For developers who connect a website, a reseller or another program.',
  },
} as const

export type GuideReader = keyof typeof readers

export const isReader = (name: string): name is GuideReader => Object.hasOwn(readers, name)

/** A page of the guide. `gist` is its first paragraph. */
export type GuidePage = { title: string; gist: string; blocks: GuideBlock[] }

export type GuideBlock =
  | { type: 'heading'; level: 2 | 3; id: string; text: GuideText[] }
  | { type: 'paragraph'; text: GuideText[] }
  | { type: 'list'; ordered: boolean; items: GuideBlock[][] }
  /** `untested` says why no test runs these commands. */
  | { type: 'code'; language: string; text: string; untested: string | null }
  | { type: 'table'; head: GuideText[][]; rows: GuideText[][][] }
  | { type: 'picture'; alt: string; wide: string; narrow: string }

export type GuideText =
  | string
  | { code: string }
  | { mark: 'strong' | 'em'; text: GuideText[] }
  /** A link; its address is null for files that the site does not serve */
  | { link: string | null; text: GuideText[] }

/** Returns the anchor of a heading in the form that GitHub uses: lower case, with hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

/** Returns the plain text, without formatting and without the addresses of links. */
export function guideTextOf(inlines: GuideText[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline
      if ('code' in inline) return inline.code
      return guideTextOf(inline.text)
    })
    .join('')
}
