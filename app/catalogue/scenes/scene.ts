// Pictures of a visit, drawn from a kind and a seed. The same arguments always return the same SVG.
import type { Season } from '../../platform/media/drawing/palette.ts'
import { cellar, fireside } from './cellar.ts'
import { picnic, tractor } from './picnic.ts'
import type { SceneKind } from './scene-kind.ts'
import { type Hour, setting, type Setting } from './setting.ts'
import { board, supper, tasting } from './table.ts'
import { gate, harvest, walk } from './walk.ts'

type Terms = { draw: (s: Setting) => string; seasons: readonly Season[]; hours: readonly Hour[] }

const green = ['spring', 'summer', 'autumn'] as const
const daylight = ['morning', 'noon', 'golden'] as const
const anyHour = [...daylight, 'dusk'] as const

/** The seasons and hours that each kind can show. */
const terms: Record<SceneKind, Terms> = {
  tasting: { draw: tasting, seasons: green, hours: anyHour },
  walk: { draw: walk, seasons: green, hours: daylight },
  cellar: { draw: cellar, seasons: ['winter', 'autumn'], hours: ['noon', 'golden', 'dusk'] },
  board: { draw: board, seasons: green, hours: anyHour },
  picnic: { draw: picnic, seasons: ['spring', 'summer'], hours: daylight },
  harvest: { draw: harvest, seasons: ['autumn'], hours: daylight },
  supper: { draw: supper, seasons: ['summer', 'autumn'], hours: ['golden', 'dusk'] },
  tractor: { draw: tractor, seasons: green, hours: daylight },
  fireside: { draw: fireside, seasons: ['winter'], hours: ['noon', 'dusk'] },
  gate: { draw: gate, seasons: [...green, 'winter'], hours: anyHour },
}

/** Returns an SVG of 1600 × 1000 pixels. The seed decides the season, the hour, the people and all else. */
export function drawScene(kind: SceneKind, seed: string | number): string {
  const body = pack(terms[kind].draw(setting(kind, seed, terms[kind])))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000" fill="none" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`
}

/** Returns the same drawing in fewer bytes: the root sets fill="none", and a path needs no space before a minus. */
const pack = (svg: string) =>
  svg.replaceAll(' fill="none"', '').replaceAll(/ d="[^"]*"/g, (d) => d.replaceAll(' -', '-'))
