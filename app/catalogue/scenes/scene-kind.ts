import type { Day } from '../../platform/days.ts'
import type { Season } from '../../platform/media/drawing/palette.ts'
import { sceneFolder } from '../../platform/media/picture.ts'

/** The kinds of drawn scenes, each with the name that staff choose and a text alternative. The database has the same kinds. */
export const sceneKinds = {
  tasting: { name: 'A tasting at a table', alt: 'Guests taste wine at a table before the vines' },
  walk: { name: 'A walk between the rows', alt: 'A guide leads guests between the rows of vines' },
  cellar: { name: 'The barrel cellar', alt: 'A winemaker shows guests the barrels in the cellar' },
  board: {
    name: 'A board of cheese and bread',
    alt: 'Cheese, bread and grapes on a board with two glasses of wine',
  },
  picnic: { name: 'A picnic', alt: 'A picnic on a blanket beside the vines' },
  harvest: { name: 'The harvest', alt: 'People pick grapes into crates' },
  supper: { name: 'Supper at a long table', alt: 'Supper at a long table under festoon lights' },
  tractor: { name: 'A ride behind a tractor', alt: 'Guests ride past the vines behind a tractor' },
  fireside: { name: 'Armchairs by the fire', alt: 'A winter tasting in armchairs by the fire' },
  gate: { name: 'At the gate of the vineyard', alt: 'Two people and a dog at the gate of a vineyard' },
} as const
export type SceneKind = keyof typeof sceneKinds

/** The words that suggest a kind. A word of the title counts most, then the type, then the description. */
const words: readonly (readonly [SceneKind, RegExp])[] = [
  ['supper', /\b(?:suppers?|dinners?|lunch(?:es)?|feasts?|banquets?)\b/],
  ['harvest', /\b(?:harvest|picking|pickers?)\b/],
  ['picnic', /\b(?:picnics?|blankets?|hampers?)\b/],
  ['tractor', /\b(?:tractors?|trailers?|wagons?|safaris?)\b/],
  ['fireside', /\b(?:fire|fireside|winter|christmas|mulled)\b/],
  ['board', /\b(?:food|pairings?|cheeses?|boards?|platters?|ploughman)\b/],
  ['cellar', /\b(?:cellars?|barrels?|tanks?|winery|press|blending|underground)\b/],
  ['walk', /\b(?:walks?|tours?|rows?|rambles?|pruning|stroll)\b/],
  ['tasting', /\b(?:tastings?|glass(?:es)?|flights?|masterclass|workshops?|wines?)\b/],
]
const longestRead = 600

/** Kinds that suit every experience. An experience gets one of them if its neighbours show the kinds that suit it better. */
const neutral: readonly SceneKind[] = ['tasting', 'walk', 'gate', 'cellar']

/** The kinds that belong to one time of the year. */
const ofSeason: Partial<Record<SceneKind, Season>> = {
  fireside: 'winter',
  harvest: 'autumn',
}

/** The facts that decide the scene of an experience. `scene` is the kind that staff chose, or null. */
export type SceneFacts = {
  id: string
  title: string
  type: string | null
  description: string | null
  scene: SceneKind | null
}

/** Returns the kinds that suit an experience, the best first. */
function kindsFor({ title, type, description, scene }: SceneFacts, season: Season | null): SceneKind[] {
  const texts = [title, (type ?? '').replaceAll('_', ' '), description ?? ''].map((text) =>
    text.slice(0, longestRead).toLowerCase(),
  )
  const score = (pattern: RegExp) =>
    texts.reduce((sum, text, n) => sum + (pattern.test(text) ? [4, 2, 1][n]! : 0), 0)
  const fitting = words
    .map(([kind, pattern]) => ({ kind, score: score(pattern) }))
    .filter((fit) => fit.score > 1)
    .toSorted((a, b) => b.score - a.score || inSeason(b.kind) - inSeason(a.kind))
  const companions = season === 'winter' && fitting.some(({ kind }) => kind === 'tasting') ? ['fireside'] : []
  return [
    ...new Set([
      scene,
      ...fitting.map(({ kind }) => kind),
      ...companions,
      ...neutral,
    ] as (SceneKind | null)[]),
  ].filter((kind) => kind !== null)

  function inSeason(kind: SceneKind): number {
    return season === null || ofSeason[kind] === undefined ? 0 : ofSeason[kind] === season ? 1 : -1
  }
}

/** The drawing of a visit, with its text alternative. */
export type SceneDrawing = { address: string; alt: string }

/** Returns the experience with a field that says whether one of these pictures belongs to it. */
export function withPicture<T extends { id: string }>(
  experience: T,
  pictures: readonly { experience_id: string | null }[],
): T & { hasPicture: boolean } {
  return { ...experience, hasPicture: pictures.some(({ experience_id }) => experience_id === experience.id) }
}

/**
 * Returns a scene for each experience of a list, and null for each experience with a picture and each null in the list. The
 * kind of a scene differs from the kinds of the `apart` entries before it, so that neighbouring pictures never look alike.
 * Without a day, the season does not matter.
 */
export function scenesFor(
  list: readonly ((SceneFacts & { hasPicture?: boolean }) | null)[],
  today: Day | null,
  apart = 1,
): (SceneDrawing | null)[] {
  const kinds: (SceneKind | null)[] = []
  return list.map((experience) => {
    const beside = kinds.slice(-apart)
    const kind =
      experience === null || experience.hasPicture
        ? null
        : kindsFor(experience, today === null ? null : seasonOf(today)).find(
            (wanted) => !beside.includes(wanted),
          )
    kinds.push(kind ?? null)
    return experience && kind ? { address: sceneUrl(kind, experience.id), alt: sceneKinds[kind].alt } : null
  })
}

/** Returns the season of a day; winter is December to February. */
function seasonOf(day: Day): Season {
  return (['winter', 'spring', 'summer', 'autumn'] as const)[Math.floor((Number(day.slice(5, 7)) % 12) / 3)]!
}

/** The version of the drawings, part of their URLs. Increase it when the drawings change. */
const sceneVersion = 1
const seeds = 64
const nameOfScene = /^([a-z]+)-(\d{1,2})\.(\d{1,3})\.svg$/

/** Returns the URL of a scene. The id of the experience decides which of the 64 drawings of a kind is used. */
export function sceneUrl(kind: SceneKind, id: string): string {
  const seed = Number.parseInt(id.slice(0, 8), 16) % seeds
  return `${sceneFolder}${kind}-${Number.isNaN(seed) ? 0 : seed}.${sceneVersion}.svg`
}

/** Returns kind and seed from the name of a scene's file, or null for any other name. */
export function readSceneName(name: string): { kind: SceneKind; seed: number } | null {
  const [, kind = '', seed, version] = nameOfScene.exec(name) ?? []
  if (!Object.hasOwn(sceneKinds, kind) || Number(seed) >= seeds || Number(version) !== sceneVersion)
    return null
  return { kind: kind as SceneKind, seed: Number(seed) }
}
