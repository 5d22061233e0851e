import file from '../../../basemap/locations.json' with { type: 'json' }
import { isTypingErrorOf } from '../../platform/text/typing-error.ts'
import { nearestOf, type Position } from '../vineyards/position.ts'
import { englishNames } from './welsh-names.ts'

/**
 * A town, village or suburb. `area` is its county or island, or otherwise its nation. `label` is its name and area, and is
 * unique. `title` is its name if the name is unique, and otherwise its label.
 */
export type Town = Position & { name: string; area: string; label: string; title: string }

/** A row of the file of towns, in which larger towns come first. */
type Row = readonly [name: string, area: string, latitude: number, longitude: number, population?: number]

/** The smallest number of letters for which towns are suggested. */
export const minLetters = 2
/** The smallest number of letters that are also searched for inside words. */
const minLettersInside = 3

type Gazetteer = ReturnType<typeof createGazetteer>

export function createGazetteer(rows: readonly Row[]) {
  const shared = sharedNames(rows)
  const towns = rows.map(([name, area, latitude, longitude, population = 0]) => {
    const label = `${name}, ${area}`
    const title = shared.has(townKey(name)) ? label : name
    // The leading space lets a search for ` word` also find the first word of the key.
    const [key, nameEnd] = [` ${townKey(label)}`, townKey(name).length + 1]
    const town: Town = { name, area, label, title, latitude, longitude }
    return { town, population, area: townKey(area), key, nameEnd }
  })
  const all = towns.map(({ town }) => town)
  const byArea = Map.groupBy(towns, ({ area }) => area)
  return {
    /** Returns the towns with this name or label, larger towns first. */
    find: (text: string): Town[] => {
      const typed = townKey(text)
      const wanted = ` ${englishNames[typed] ?? typed}`
      const exact = towns.filter(({ key }) => key === wanted)
      const found =
        exact.length > 0
          ? exact
          : towns.filter(({ key, nameEnd }) => nameEnd === wanted.length && key.startsWith(wanted))
      return found.map(({ town }) => town)
    },
    /** Returns the towns whose name differs from the text by one typing error, larger towns first. */
    findAlike: (text: string): Town[] => {
      const wanted = townKey(text)
      return towns
        .filter(({ key, nameEnd }) => isTypingErrorOf(wanted, key, 1, nameEnd))
        .map(({ town }) => town)
    },
    /**
     * Returns the towns for a typed text. Labels that begin with the text come first, then names with a later word that begins
     * with the text, then other names that contain the text.
     */
    suggest: (text: string, limit: number): Town[] => {
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
    /** Returns the nearest town within a distance in kilometres, or null. */
    nearest: (position: Position, within: number): Town | null => nearestOf(all, position, within),
    /** Returns all towns with at least this population, larger towns first. */
    largest: (least: number): Town[] =>
      towns.filter(({ population }) => population >= least).map(({ town }) => town),
    /** Returns the towns of an area with at least this population, larger towns first. */
    townsIn: (area: string, least: number): Town[] =>
      (byArea.get(townKey(area)) ?? [])
        .filter(({ population }) => population >= least)
        .map(({ town }) => town),
  }
}

let ukGazetteer: Gazetteer | undefined

/** Returns the gazetteer of all towns in the United Kingdom. The first call builds its index. */
export function gazetteer(): Gazetteer {
  ukGazetteer ??= createGazetteer(file.locations as unknown as Row[])
  return ukGazetteer
}

function sharedNames(rows: readonly Row[]): Set<string> {
  const [once, repeated] = [new Set<string>(), new Set<string>()]
  for (const key of rows.map(([name]) => townKey(name))) (once.has(key) ? repeated : once).add(key)
  return repeated
}

/** Returns the key under which a name is found. 'St. Mary’s' and 'saint marys' have the same key. */
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
