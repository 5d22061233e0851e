// Six regions as ground plans. Metres from the viewer; headings in radians right of straight ahead.
import type { Point } from '../../../app/media/drawing/ink.ts'
import type { Building } from './buildings.ts'
import type { Tree } from './trees.ts'

/** A field on the far hill: `x` bounds lean by `lean` per metre of depth. A field without a heading is pasture. */
export type Field = {
  x: readonly [number, number]
  z: readonly [number, number]
  lean: number
  heading?: number
  bend?: number
  spacing?: number
}
export type Place = {
  horizon: number
  sun: Point
  streaks: boolean
  distance: 'downs' | 'weald' | 'ocean' | 'wolds' | 'mountains' | 'vale'
  hill: { base: number; rise: number; at: number; wide: number; top: number; roll: number }
  swell: {
    tilt: number
    rise: number
    at: number
    wide: number
    heading: number
    bend: number
    spacing: number
  }
  fields: Field[]
  building: Building
  stands: Point // on the far hill
  size: number
  tree: Tree
  stone: boolean
  track: boolean
}

export const places = {
  'south-downs': {
    horizon: 400,
    sun: [470, 170],
    streaks: false,
    distance: 'downs',
    hill: { base: -8, rise: 36, at: 80, wide: 100, top: 250, roll: 1 },
    swell: { tilt: 0.06, rise: 2.6, at: 66, wide: 34, heading: -0.16, bend: 18, spacing: 5.3 },
    fields: [
      { x: [-26, 46], z: [110, 205], lean: 0.1, heading: 0.42, bend: -12 },
      { x: [52, 190], z: [110, 196], lean: 0.1, heading: -0.5, bend: 10 },
    ],
    building: 'barn',
    stands: [70, 222],
    size: 0.92,
    tree: 'thorn',
    stone: false,
    track: true,
  },
  'kent-weald': {
    horizon: 420,
    sun: [1260, 190],
    streaks: false,
    distance: 'weald',
    hill: { base: 4, rise: 8, at: -10, wide: 120, top: 215, roll: 2 },
    swell: { tilt: 0.02, rise: 1.8, at: 72, wide: 40, heading: 0.24, bend: -16, spacing: 5.5 },
    fields: [
      { x: [-120, -4], z: [105, 200], lean: 0.05, heading: 0.3, bend: 6 },
      { x: [78, 190], z: [100, 205], lean: -0.1, heading: -0.62, bend: 6 },
    ],
    building: 'oast',
    stands: [36, 150],
    size: 1.3,
    tree: 'oak',
    stone: false,
    track: false,
  },
  'cornwall-coast': {
    horizon: 330,
    sun: [560, 150],
    streaks: true,
    distance: 'ocean',
    hill: { base: -70, rise: 86, at: 150, wide: 95, top: 230, roll: 1 },
    swell: { tilt: 0.14, rise: 1.2, at: 58, wide: 30, heading: -0.5, bend: 34, spacing: 5 },
    fields: [
      { x: [34, 92], z: [105, 215], lean: 0.12, heading: 0.35, bend: -8 },
      { x: [96, 220], z: [100, 190], lean: 0.1, heading: -0.4, bend: 10 },
    ],
    building: 'lighthouse',
    stands: [-70, 300],
    size: 0.92,
    tree: 'pine',
    stone: true,
    track: false,
  },
  cotswolds: {
    horizon: 400,
    sun: [1180, 150],
    streaks: false,
    distance: 'wolds',
    hill: { base: 6, rise: 26, at: -130, wide: 95, top: 235, roll: 2.4 },
    swell: { tilt: -0.035, rise: 4, at: 72, wide: 34, heading: 0.42, bend: -62, spacing: 5.3 },
    fields: [
      { x: [-170, -62], z: [110, 215], lean: -0.1, heading: 1.0, bend: 10, spacing: 8 },
      { x: [86, 210], z: [104, 200], lean: 0.1, heading: -0.36, bend: 4 },
    ],
    building: 'manor',
    stands: [26, 172],
    size: 0.96,
    tree: 'oak',
    stone: true,
    track: false,
  },
  monmouthshire: {
    horizon: 410,
    sun: [930, 190],
    streaks: true,
    distance: 'mountains',
    hill: { base: -26, rise: 56, at: 170, wide: 105, top: 230, roll: 1.5 },
    swell: { tilt: 0.17, rise: 0.4, at: 62, wide: 28, heading: 0.5, bend: -14, spacing: 5 },
    fields: [
      { x: [92, 128], z: [110, 222], lean: 0.15, heading: 0.5, bend: -10 },
      { x: [132, 240], z: [110, 216], lean: 0.15, heading: 1.1, bend: 0, spacing: 7 },
    ],
    building: 'cottage',
    stands: [70, 196],
    size: 0.9,
    tree: 'oak',
    stone: true,
    track: false,
  },
  yorkshire: {
    horizon: 455,
    sun: [380, 250],
    streaks: true,
    distance: 'vale',
    hill: { base: 0.5, rise: 2.5, at: 150, wide: 140, top: 260, roll: 0.6 },
    swell: { tilt: 0.008, rise: 0.6, at: 100, wide: 60, heading: 0.16, bend: 0, spacing: 5.3 },
    fields: [{ x: [-150, -40], z: [130, 240], lean: 0, heading: 0.7, bend: 0, spacing: 9 }],
    building: 'winery',
    stands: [62, 170],
    size: 1.05,
    tree: 'poplar',
    stone: false,
    track: false,
  },
} satisfies Record<string, Place>

export type PlaceName = keyof typeof places
