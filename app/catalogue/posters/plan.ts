// Plans a poster. The location decides the landscape; `turn` decides the season, time of day, weather and composition.
import { between, dice, mix, type Dice, type Point } from '../../platform/media/drawing/ink.ts'
import {
  palette,
  type Palette,
  type DrawnScene,
  type Season,
  type TimeOfDay,
} from '../../platform/media/drawing/palette.ts'

/**
 * The facts that decide a poster. `coast` is the distance to the sea in km. `turn` is the number of the
 * vineyard, which varies the landscape within a county.
 */
export type PosterFacts = {
  id: string | number
  latitude: number
  longitude: number
  region: string
  coast: number
  turn?: number
}

export type TreeKind = 'round' | 'spreading' | 'poplar' | 'pine' | 'birch' | 'windswept'

/**
 * A landscape. `trees` are the trees in its foreground. `walled` means drystone walls, `smooth` smooth hills, and `red` red
 * soil. If the landscape is `open`, the middle hill stays on one side, so that water is visible on the other side.
 */
type Landscape = { trees: TreeKind } & Partial<
  Record<'seaside' | 'open' | 'low' | 'walled' | 'smooth' | 'red', true>
>
const known = {
  downs: { trees: 'windswept', smooth: true },
  weald: { trees: 'spreading' },
  whitecliffs: { trees: 'windswept', seaside: true, open: true, smooth: true },
  rockycoast: { trees: 'windswept', seaside: true, open: true, walled: true },
  island: { trees: 'pine', seaside: true, open: true, smooth: true },
  estuary: { trees: 'birch', seaside: true, open: true, low: true },
  flatland: { trees: 'poplar', low: true },
  wolds: { trees: 'spreading' },
  dales: { trees: 'windswept', walled: true },
  combes: { trees: 'round', red: true },
  levels: { trees: 'poplar', open: true },
  riverside: { trees: 'poplar', open: true, red: true },
  mountains: { trees: 'round', walled: true },
  mountaincoast: { trees: 'pine', seaside: true, open: true, walled: true },
  highlands: { trees: 'pine', seaside: true, open: true, walled: true },
  beeches: { trees: 'spreading', smooth: true },
} satisfies Record<string, Landscape>
type Land = keyof typeof known
export const landscapes: Record<Land, Landscape> = known

const lands: [RegExp, (km: number) => Land[]][] = [
  [/isle of wight/i, () => ['island']],
  [
    /sussex/i,
    (km) => (km < 7 ? ['whitecliffs', 'downs'] : km < 20 ? ['downs', 'downs', 'weald'] : ['weald', 'downs']),
  ],
  [/kent/i, (km) => (km < 8 ? ['whitecliffs', 'weald'] : km < 25 ? ['weald', 'downs'] : ['weald'])],
  [/dorset/i, (km) => (km < 8 ? ['whitecliffs', 'island'] : ['downs', 'combes'])],
  [/hampshire/i, (km) => (km < 10 ? ['island', 'downs'] : ['downs', 'downs', 'beeches'])],
  [/surrey/i, () => ['downs', 'beeches', 'weald']],
  [/wiltshire/i, () => ['downs', 'wolds']],
  [/berkshire|buckingham|oxford|hertford|london\b/i, () => ['beeches', 'riverside', 'wolds']],
  [/cornwall|scilly/i, (km) => (km < 12 ? ['rockycoast'] : ['combes', 'rockycoast'])],
  [/devon/i, (km) => (km < 10 ? ['rockycoast', 'combes'] : ['combes'])],
  [/somerset|bristol|bath/i, (km) => (km < 8 ? ['estuary', 'combes'] : ['levels', 'combes'])],
  [/essex|suffolk|norfolk/i, (km) => (km < 14 ? ['estuary', 'flatland'] : ['flatland', 'flatland', 'wolds'])],
  [/cambridge|lincoln|nottingham|bedford/i, () => ['flatland', 'wolds']],
  [/gloucester|worcester|hereford/i, () => ['riverside', 'levels', 'wolds']],
  [/shropshire|monmouth|powys/i, () => ['mountains', 'riverside', 'dales']],
  [
    /pembroke|ceredigion|glamorgan|cardiff|carmarthen|swansea|gower/i,
    (km) => (km < 10 ? ['rockycoast', 'mountaincoast'] : ['mountains']),
  ],
  [
    /anglesey|gwynedd|conwy|clwyd|denbigh|flint|wrexham/i,
    (km) => (km < 12 ? ['mountaincoast', 'mountains'] : ['mountains']),
  ],
  [
    /yorkshire|derby|lancashire|durham|stafford|cheshire/i,
    (km) => (km < 10 ? ['whitecliffs', 'dales'] : ['dales', 'wolds', 'dales']),
  ],
  [
    /northumberland|cumbria|cumberland|westmorland/i,
    (km) => (km < 10 ? ['mountaincoast'] : ['dales', 'mountains']),
  ],
  [/scotland|highland|perth|fife|angus|borders|lothian|argyll|aberdeen|moray|dumfries/i, () => ['highlands']],
  [
    /antrim|\bdown\b|armagh|tyrone|fermanagh|londonderry|northern ireland/i,
    (km) => (km < 10 ? ['mountaincoast'] : ['dales', 'mountains']),
  ],
]
/** Returns the landscape around a vineyard. For counties without an entry, the position decides. */
function landOf(facts: PosterFacts, roll: Dice): Land {
  const entry = lands.find(([name]) => name.test(facts.region))
  const choices = entry?.[1](facts.coast) ?? byPosition(facts)
  const at = facts.turn === undefined ? Math.floor(roll() * 60) : facts.turn
  return choices[at % choices.length] as Land
}
function byPosition({ latitude, longitude, coast }: PosterFacts): Land[] {
  if (latitude > 55) return ['highlands']
  if (coast < 8) return longitude < -3 ? ['rockycoast'] : ['estuary']
  if (longitude < -3 && latitude > 51.3) return ['mountains']
  return longitude > 0 ? ['flatland', 'wolds'] : ['wolds', 'riverside']
}

type Weather = 'clear' | 'clouds' | 'streaks' | 'mist'
type PosterPalette = Palette & Record<'chalk' | 'soil' | 'crop', string>
/** The plan of a poster. `sun` is the side from which the light comes. */
export type Plan = DrawnScene & {
  palette: PosterPalette
  land: Land
  weather: Weather
  composition: Composition
  horizon: number
  /** The side on which the middle hill rises. */
  side: -1 | 1
  sunAt: Point
  /** The time of day that the sky shows. */
  skyTime: TimeOfDay
  /** A number that selects one of the backdrops of the same landscape. */
  variant: number
}

// The season, time, weather and sky of a poster. The sky of a `calm` dusk changes from blue to straw without red.
type Look = {
  season: Season
  time: TimeOfDay
  weather: Weather
  sky?: string
  glow?: string
  calm?: boolean
}
// Similar looks are neighbours in this array. `lookStep` separates them in a list of vineyards.
const looks: Look[] = [
  { season: 'spring', time: 'noon', weather: 'clouds' },
  { season: 'spring', time: 'noon', weather: 'clear', sky: '#bfd9d8', glow: '#f4e3ac' },
  { season: 'spring', time: 'dawn', weather: 'mist', sky: '#8dbab6', glow: '#f7cf8a' },
  { season: 'spring', time: 'dawn', weather: 'streaks', sky: '#bab7cd', glow: '#f5cfb6' },
  { season: 'summer', time: 'dawn', weather: 'clear', sky: '#dfae8c', glow: '#f8e2ae' },
  { season: 'summer', time: 'dawn', weather: 'mist', sky: '#7fa9c0', glow: '#f6dcae' },
  { season: 'summer', time: 'noon', weather: 'clouds', sky: '#7fb0c4' },
  { season: 'summer', time: 'noon', weather: 'streaks', sky: '#c4dbd6', glow: '#f0d58c' },
  { season: 'summer', time: 'noon', weather: 'clouds', sky: '#5f96b0', glow: '#e9d9a4' },
  { season: 'summer', time: 'dusk', weather: 'clear', sky: '#5f8a96', glow: '#f3d79b', calm: true },
  { season: 'summer', time: 'dusk', weather: 'streaks', sky: '#6f6a8c', glow: '#f0aa8c' },
  { season: 'autumn', time: 'dusk', weather: 'streaks' },
  { season: 'autumn', time: 'dusk', weather: 'clear', sky: '#7d6d8a', glow: '#f2b784' },
  { season: 'autumn', time: 'dawn', weather: 'mist', sky: '#c3c3bd', glow: '#f3cf98' },
  { season: 'autumn', time: 'noon', weather: 'clouds', sky: '#8fb8bd' },
  { season: 'autumn', time: 'noon', weather: 'clear', sky: '#d6dccb', glow: '#efd48e' },
  { season: 'winter', time: 'dawn', weather: 'clear' },
  { season: 'winter', time: 'noon', weather: 'mist', sky: '#c2d2d6', glow: '#f1ead6' },
]
const lookStep = 7
type NearShape = Record<'tilt' | 'rise' | 'crest' | 'heading', number> &
  Partial<Record<'hollow' | 'bend' | 'from', number>>
/**
 * The positions of the near rows: on a slope to one side, in a hollow, beyond a pond, and so on. These are the shapes if the
 * middle hill rises on the right; if it rises on the left, `tilt`, `heading` and `bend` are mirrored. `from` is the distance
 * of the first vine in metres. Neighbours in a list of vineyards have shapes that are `compositionStep` apart in this order.
 */
const shapes = {
  left: { tilt: -0.17, rise: 1, crest: 0.68, heading: 0.42, bend: -10 },
  frame: { tilt: 0.03, rise: 1.4, crest: 0.66, heading: 0.22, bend: 26 },
  across: { tilt: 0.05, rise: 2, crest: 0.64, heading: 1.16 },
  swell: { tilt: 0.02, rise: 3.4, crest: 0.62, heading: 0.16, bend: -22 },
  meadow: { tilt: 0.06, rise: 2.4, crest: 0.64, heading: -0.5, from: 34 },
  right: { tilt: -0.17, rise: 1, crest: 0.68, heading: 0.42, bend: -10 },
  sweep: { tilt: -0.07, rise: 2.2, crest: 0.63, heading: -0.34, bend: 74 },
  hollow: { tilt: 0, rise: 0, hollow: 0.2, crest: 0.74, heading: 0.1 },
  pond: { tilt: -0.05, rise: 2, crest: 0.62, heading: 0.62, from: 38 },
  straight: { tilt: 0, rise: 0.6, crest: 0.66, heading: 0 },
  terraces: { tilt: -0.12, rise: 3, crest: 0.65, heading: 1.3, bend: 46 },
  lane: { tilt: 0.03, rise: 1.6, crest: 0.63, heading: -0.12, bend: 34 },
  valley: { tilt: 0.01, rise: 0.4, hollow: 0.09, crest: 0.71, heading: 0.3 },
} satisfies Record<string, NearShape>
type Composition = keyof typeof shapes
export const nearShapes: Record<Composition, NearShape> = shapes
const compositions = Object.keys(shapes) as Composition[]
const compositionStep = 3

export function planPoster(facts: PosterFacts): Plan {
  const roll = dice(`poster ${facts.id}`)
  const land = landOf(facts, roll)
  const turn = facts.turn ?? Math.floor(roll() * 720)
  // After each pass through the looks, the sequence is shifted, so that columns of a long list do not repeat.
  const round = Math.floor(turn / looks.length)
  const look = looks[(turn * lookStep + round * 5) % looks.length] as Look
  const composition = compositions[(turn * compositionStep + round) % compositions.length] as Composition
  const side = (turn + Math.floor(turn / 2) + round) % 2 ? 1 : -1
  const variant = Math.floor(turn / 2) + round
  const horizon = Math.round(landscapes[land].low ? between(roll, 560, 610) : between(roll, 470, 540))
  // The sun is above the open side, low at dawn and dusk.
  const sunX = 800 - side * between(roll, 120, 480)
  const sunY = horizon - (look.time === 'noon' ? between(roll, 250, 330) : between(roll, 20, 210))
  return {
    land,
    composition,
    horizon,
    side,
    variant,
    roll,
    season: look.season,
    time: look.time,
    weather: look.weather,
    palette: coloursOf(look, land, variant),
    sunAt: [Math.round(sunX), Math.round(sunY)],
    sun: sunX < 800 ? -1 : 1,
    skyTime: look.calm ? 'dawn' : look.time,
  }
}

const crops: Record<Season, string> = {
  spring: '#e6cf52',
  summer: '#dcb961',
  autumn: '#b5744a',
  winter: '#b9a98a',
}
const swards = ['#c4bd72', '#86a862', '#b9c78c', '#9fb27a']
function coloursOf(look: Look, land: Land, variant: number): PosterPalette {
  const base = palette(look.season, look.time)
  const dim = look.time === 'dusk' ? 0.24 : look.time === 'dawn' ? 0.1 : 0
  const tint = look.time === 'dusk' ? '#5a4767' : '#f0b98a'
  const earth = landscapes[land].red ? '#b0694c' : land === 'downs' ? '#d3c3a0' : '#b3936a'
  const straw =
    look.season === 'winter'
      ? { field: mix(base.field, '#c9c08f', variant % 2 ? 0.42 : 0.12), mid: mix(base.mid, '#9fb39a', 0.45) }
      : {}
  // The green of the grass varies between posters.
  const green = look.season === 'spring' || look.season === 'summer'
  const sward = green ? { field: mix(base.field, mix(swards[variant % 4] as string, tint, dim), 0.4) } : {}
  // Summer evenings are blue-green, because the violet tint of dusk would turn green into olive.
  const evening =
    look.season === 'summer' && look.time === 'dusk'
      ? {
          field: mix('#78a377', '#5b86a0', variant % 2 ? 0.12 : 0.3),
          mid: '#6c94a0',
          leaf: '#5d9c6a',
          ink: '#17363f',
        }
      : {}
  // Grass in spring mist has a deeper green, which keeps the picture from looking pale.
  const misty =
    look.season === 'spring' && look.weather === 'mist'
      ? { field: '#86b06a', mid: '#6f9f8e', leaf: '#c3d873', ink: '#1f4a41' }
      : {}
  return {
    ...base,
    ...straw,
    ...sward,
    ...evening,
    ...misty,
    sky: look.sky ?? base.sky,
    glow: look.glow ?? base.glow,
    chalk: mix('#fafbf6', base.glow, look.time === 'noon' ? 0.04 : 0.16),
    soil: mix(earth, tint, dim),
    crop: mix(crops[look.season], tint, dim),
  }
}
