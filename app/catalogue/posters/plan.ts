// Plans a poster. The location decides the landscape; `turn` decides the season, time of day, weather and composition.
import { between, dice, mix, type Point } from '../../platform/media/drawing/ink.ts'
import {
  palette,
  type Palette,
  type DrawnScene,
  type Season,
  type TimeOfDay,
} from '../../platform/media/drawing/palette.ts'
import { type Land, landOf, type PosterFacts } from './landscape.ts'

export type Weather = 'clear' | 'clouds' | 'streaks' | 'mist'
export type PosterPalette = Palette & {
  chalk: string
  soil: string
  crop: string
}
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
/** The positions of the near rows in a poster: on a slope to one side, in a hollow, beyond a pond, and so on. */
const compositions = [
  'left',
  'frame',
  'across',
  'swell',
  'meadow',
  'right',
  'sweep',
  'hollow',
  'pond',
  'straight',
  'terraces',
  'lane',
  'valley',
] as const
export type Composition = (typeof compositions)[number]
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
  const low = land === 'flatland' || land === 'estuary'
  const horizon = Math.round(low ? between(roll, 560, 610) : between(roll, 470, 540))
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
  const earth =
    land === 'combes' || land === 'riverside' ? '#b0694c' : land === 'downs' ? '#d3c3a0' : '#b3936a'
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
