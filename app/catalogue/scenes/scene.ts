// Pictures of a visit, drawn from a kind and a seed. The same arguments always return the same SVG.
import { between, dice, mix } from '../../platform/media/drawing/ink.ts'
import { palette, type Season } from '../../platform/media/drawing/palette.ts'
import { cellar, fireside } from './cellar.ts'
import { picnic, tractor } from './picnic.ts'
import type { SceneKind } from './scene-kind.ts'
import { dyesOf, type Hour, hourStyles, type Setting } from './setting.ts'
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

/** Returns an SVG of 1600 × 1000 pixels. The seed decides the season, the hour, the people and everything else. */
export function drawScene(kind: SceneKind, seed: string | number): string {
  const body = pack(terms[kind].draw(setting(kind, seed)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000" fill="none" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`
}

/** Returns the same drawing in fewer bytes: the root sets fill="none", and a path needs no space before a minus. */
const pack = (svg: string) =>
  svg.replaceAll(' fill="none"', '').replaceAll(/ d="[^"]*"/g, (d) => d.replaceAll(' -', '-'))

/** Returns a setting with one of the seasons and hours that a kind allows. The seed picks them. */
function setting(kind: SceneKind, seed: string | number): Setting {
  const roll = dice(`${kind} ${seed}`)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T
  const [hour, season] = [pick(terms[kind].hours), pick(terms[kind].seasons)]
  const style = hourStyles[hour]
  const [top, glow] = pick(style.skies)
  const side = roll() < 0.5 ? -1 : 1
  const base = palette(season, style.time)
  const warm = (colour: string) => mix(colour, style.tint, style.share)
  if (hour === 'golden')
    for (const ink of ['field', 'leaf', 'mid', 'far'] as const)
      base[ink] = mix(base[ink], '#dd9a45', ink === 'far' ? 0.08 : 0.2)
  const chalk = mix('#fafbf6', glow, hour === 'noon' ? 0.05 : 0.18)
  const lush = season === 'spring' || season === 'summer'
  return {
    land: 'downs',
    season,
    time: style.time,
    skyTime: style.time,
    weather: 'clear',
    composition: 'straight',
    variant: Math.floor(roll() * 12),
    palette: {
      ...base,
      field: lush ? mix(base.field, warm('#9cb069'), 0.4) : base.field,
      sky: top,
      glow,
      chalk,
      soil: warm('#b3936a'),
      crop: warm('#dcb961'),
    },
    horizon: 400,
    side,
    sunAt: [800 - side * Math.round(between(roll, 200, 480)), 200],
    sun: side > 0 ? -1 : 1,
    roll,
    hour,
    dye: dyesOf(style, warm, chalk),
    warm,
  }
}
