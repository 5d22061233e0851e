import file from '../../../basemap/places.json' with { type: 'json' }
import { isTypingErrorOf } from '../../platform/text/typing-error.ts'
import { kilometresBetween, type Position } from '../vineyards/position.ts'

/**
 * A town, village or suburb. Its `area` is the county or island, else the nation; its `label` is name and area, unique to
 * it; its `title` is the name alone where that is unique.
 */
export type Town = Position & { name: string; area: string; label: string; title: string }

/** Larger towns come first. */
type Row = readonly [name: string, area: string, latitude: number, longitude: number, population?: number]

/** Shorter texts get no suggestions. */
export const minLetters = 2
/** From this length on a text is also found inside words. */
const minLettersInside = 3

type Gazetteer = {
  /** The towns with this name or label, larger ones first. */
  find: (text: string) => Town[]
  /** The towns whose name the text is but for one typing error, larger ones first. */
  findAlike: (text: string) => Town[]
  /** Towns whose label begins with the text, then those with a word that does, then those that contain it. */
  suggest: (text: string, limit: number) => Town[]
  /** The nearest town within so many kilometres. */
  nearest: (position: Position, within: number) => Town | null
  /** The towns of an area with at least so many people, larger ones first. */
  townsIn: (area: string, population: number) => Town[]
  /** All towns with at least so many people, larger ones first. */
  largest: (population: number) => Town[]
}

export function createGazetteer(rows: readonly Row[]): Gazetteer {
  const shared = sharedNames(rows)
  const towns = rows.map(([name, area, latitude, longitude, population = 0]) => {
    const label = `${name}, ${area}`
    const title = shared.has(townKey(name)) ? label : name
    // The leading space makes the start of the key look like the start of any other word.
    const [key, nameEnd] = [` ${townKey(label)}`, townKey(name).length + 1]
    const town: Town = { name, area, label, title, latitude, longitude }
    return { town, population, area: townKey(area), key, nameEnd }
  })
  const byArea = Map.groupBy(towns, ({ area }) => area)
  return {
    find: (text) => {
      const wanted = ` ${townKey(text)}`
      const exact = towns.filter(({ key }) => key === wanted)
      const found =
        exact.length > 0
          ? exact
          : towns.filter(({ key, nameEnd }) => nameEnd === wanted.length && key.startsWith(wanted))
      return found.map(({ town }) => town)
    },
    findAlike: (text) => {
      const wanted = townKey(text)
      return towns
        .filter(({ key, nameEnd }) => isTypingErrorOf(wanted, key, 1, nameEnd))
        .map(({ town }) => town)
    },
    suggest: (text, limit) => {
      const wanted = townKey(text)
      if (wanted.length < minLetters) return []
      const [atStart, atWord, inside]: [Town[], Town[], Town[]] = [[], [], []]
      for (const { town, key, nameEnd } of towns) {
        const at = key.indexOf(wanted)
        if (at < 0) continue
        if (at === 1) atStart.push(town)
        else if (at + wanted.length > nameEnd) continue
        else if (key.lastIndexOf(` ${wanted}`, nameEnd - wanted.length) > 0) atWord.push(town)
        else if (wanted.length >= minLettersInside) inside.push(town)
        if (atStart.length === limit) break
      }
      return [...atStart, ...atWord, ...inside].slice(0, limit)
    },
    nearest: (position, within) => {
      let nearest: { town: Town; distance: number } | null = null
      for (const { town } of towns) {
        // A degree of latitude is 111 km, which rules out most towns without trigonometry.
        if (Math.abs(town.latitude - position.latitude) * 111 > (nearest?.distance ?? within)) continue
        const distance = kilometresBetween(town, position)
        if (distance <= (nearest?.distance ?? within)) nearest = { town, distance }
      }
      return nearest?.town ?? null
    },
    largest: (least) => towns.filter(({ population }) => population >= least).map(({ town }) => town),
    townsIn: (area, least) =>
      (byArea.get(townKey(area)) ?? [])
        .filter(({ population }) => population >= least)
        .map(({ town }) => town),
  }
}

let ukGazetteer: Gazetteer | undefined

/** All towns of the United Kingdom, indexed on the first call. */
export function gazetteer(): Gazetteer {
  ukGazetteer ??= createGazetteer(file.places as unknown as Row[])
  return ukGazetteer
}

function sharedNames(rows: readonly Row[]): Set<string> {
  const [once, repeated] = [new Set<string>(), new Set<string>()]
  for (const key of rows.map(([name]) => townKey(name))) (once.has(key) ? repeated : once).add(key)
  return repeated
}

/** Removes case, accents, apostrophes and hyphens and shortens "saint": 'St. Mary’s' and 'saint marys' have the same key. */
export function townKey(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’‘ʼ`´.]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\bsaint\b/g, 'st')
}
