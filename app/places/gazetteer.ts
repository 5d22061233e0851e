import { kilometresBetween, type Position } from '../vineyards/position.ts'

/**
 * Town: a town, a village or a quarter of one, by the name on its signs. Its *area* is the county or island, else the
 * nation, and its *label* both together, which no other town has. Its *title* is the name alone where that will do. Its
 * *key* is how it is looked for.
 */
export type Town = Position & { name: string; area: string; label: string; title: string }

type Row = readonly [name: string, area: string, latitude: number, longitude: number, ...unknown[]]

/** Somebody typing so little still means anything. */
export const fewestLetters = 2
/** From so many letters on the inside of a word counts as well as its beginning. */
const fewestInside = 3

export type Gazetteer = {
  /** The towns with this name or label, larger ones first. */
  named: (text: string) => Town[]
  /** The first towns whose name or label begins with the text, then those with a word that does, then those that hold it. */
  like: (text: string, most: number) => Town[]
  /** The town next to a position, if there is one nearer than so many kilometres. */
  nextTo: (position: Position, within: number) => Town | null
}

/** Rows come larger ones first, and so do answers. */
export function makeGazetteer(rows: readonly Row[]): Gazetteer {
  const shared = sharedNames(rows)
  const towns = rows.map(([name, area, latitude, longitude]) => {
    const label = `${name}, ${area}`
    const title = shared.has(townKey(name)) ? label : name
    // With a space in front, so that the beginning of a word looks alike everywhere.
    const [spaced, end] = [` ${townKey(label)}`, townKey(name).length + 1]
    return { town: { name, area, label, title, latitude, longitude }, spaced, end }
  })
  return {
    named: (text) => {
      const key = ` ${townKey(text)}`
      const exact = towns.filter(({ spaced }) => spaced === key)
      const found =
        exact.length > 0
          ? exact
          : towns.filter(({ spaced, end }) => end === key.length && spaced.startsWith(key))
      return found.map(({ town }) => town)
    },
    like: (text, most) => {
      const key = townKey(text)
      if (key.length < fewestLetters) return []
      const [begin, word, inside]: [Town[], Town[], Town[]] = [[], [], []]
      for (const { town, spaced, end } of towns) {
        const at = spaced.indexOf(key)
        if (at < 0) continue
        if (at === 1) begin.push(town)
        else if (at + key.length > end) continue
        else if (spaced.lastIndexOf(` ${key}`, end - key.length) > 0) word.push(town)
        else if (key.length >= fewestInside) inside.push(town)
        if (begin.length === most) break
      }
      return [...begin, ...word, ...inside].slice(0, most)
    },
    nextTo: (position, within) => {
      let next: { town: Town; far: number } | null = null
      for (const { town } of towns) {
        // A degree is 111 km from south to north: most are ruled out without any trigonometry.
        if (Math.abs(town.latitude - position.latitude) * 111 > (next?.far ?? within)) continue
        const far = kilometresBetween(town, position)
        if (far <= (next?.far ?? within)) next = { town, far }
      }
      return next?.town ?? null
    },
  }
}

function sharedNames(rows: readonly Row[]): Set<string> {
  const [once, more] = [new Set<string>(), new Set<string>()]
  for (const key of rows.map(([name]) => townKey(name))) (once.has(key) ? more : once).add(key)
  return more
}

/** 'St. Mary’s' and 'saint marys' are one: no capitals, accents, apostrophes or hyphens, and a saint is st. */
export function townKey(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘`.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint\b/g, 'st')
}
