// A cover picture: the sky, the distance, the estate's hill, the near rows, and a dark bank at lower left for a title.
// The same seed, season, time and place always give the same file.
import {
  between,
  dice,
  ease,
  flow,
  gouge,
  layer,
  mix,
  print,
  type Dice,
  type Point,
} from '../../../app/media/drawing/ink.ts'
import { crest, grain, onGround, type Camera, type View } from '../../../app/media/drawing/ground.ts'
import {
  palette as inks,
  type DrawnScene,
  type Season,
  type TimeOfDay,
} from '../../../app/media/drawing/palette.ts'
import { places, type Field, type Place, type PlaceName } from './places.ts'
import { clouds, sky } from '../../../app/media/drawing/sky.ts'
import { distance } from './distance.ts'
import { building, type Building } from './buildings.ts'
import { birds, copse, hedge, tree } from './trees.ts'
import { vines, type Block } from './vines.ts'

export type Picture = {
  seed: string | number
  season: Season
  time: TimeOfDay
  place: PlaceName
  building?: Building
  /** Left, top and width of the part that is shown, of 1600 × 1000. */
  part?: readonly [number, number, number]
  /** Seen from the other side. */
  is_mirrored?: boolean
}

export function landscape({ seed, season, time, place: name, building: other, ...view }: Picture): string {
  const palette = inks(season, time)
  const roll = dice(`${name} ${seed}`)
  const place = estate(places[name], other, roll)
  const camera: Camera = { middle: 800, horizon: place.horizon, focal: 1100, eye: 11 }
  const sunAt: Point = [
    place.sun[0] + between(roll, -50, 50),
    time === 'noon' ? 110 : time === 'dawn' ? place.sun[1] + 60 : place.horizon - 95,
  ]
  const scene: DrawnScene = { palette, season, time, sun: sunAt[0] < 800 ? -1 : 1, roll }
  const [left, top, width] = view.part ?? [0, 0, 1600]
  const [begin, end] = view.is_mirrored
    ? [`<g transform="translate(${2 * left + width} 0) scale(-1 1)">`, '</g>']
    : ['', '']
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${width * 0.625}" width="1600" height="1000" stroke-linecap="round" stroke-linejoin="round">` +
    begin +
    sky(scene, place.horizon, sunAt) +
    clouds(scene, place.horizon, place.streaks) +
    distance(scene, place) +
    birds(between(roll, 500, 1100), place.horizon * 0.42, 6, 15, palette.ink, roll) +
    hill(camera, place, scene) +
    swell(camera, place, scene) +
    bank(scene) +
    paper(scene) +
    end +
    '</svg>'
  )
}

/** Estates in one region differ: the seed turns the rows, tilts the ground and moves the house a little. */
function estate(place: Place, other: Building | undefined, roll: Dice): Place {
  const { swell, hill } = place
  return {
    ...place,
    building: other ?? place.building,
    stands: [place.stands[0] + between(roll, -9, 9), place.stands[1] + between(roll, -4, 6)],
    hill: { ...hill, at: hill.at + between(roll, -14, 14), rise: hill.rise * between(roll, 0.9, 1.1) },
    swell: {
      ...swell,
      heading: swell.heading + between(roll, -0.14, 0.14),
      bend: swell.bend + between(roll, -9, 9),
      tilt: swell.tilt + between(roll, -0.015, 0.02),
    },
  }
}

const ground = (view: View, ink: string, { palette }: DrawnScene) =>
  layer(flow(crest(view)) + 'V1010H-20z', ink, palette.paper)

function hill(camera: Camera, place: Place, scene: DrawnScene): string {
  const { palette, time, sun, roll } = scene
  const { base, rise, at, wide, top, roll: ripple } = place.hill
  const phase = roll() * 6
  const view: View = {
    camera,
    near: 88,
    far: top + 40,
    height: (x, z) =>
      -9 +
      (base + 9 + rise * Math.exp(-(((x - at) / wide) ** 2))) * ease(84, top, z) -
      4 * ease(top, top + 40, z) +
      ripple * Math.sin(x / 31 + phase) * Math.sin(z / 38),
  }
  const within = (field: Field, x: number, z: number) =>
    z > field.z[0] && z < field.z[1] && x > edgeOf(field, 0, z) && x < edgeOf(field, 1, z)
  const clear = (x: number, z: number) => Math.hypot((x - place.stands[0]) / 1.5, z - place.stands[1]) > 13
  const pasture = grain(view, roll, 22, (x, z) => !place.fields.some((field) => within(field, x, z)))
  let svg = ground(view, mix(palette.field, palette.mid, 0.45), scene) + print(pasture, palette.paper, 0.4)
  for (const field of place.fields) {
    const corner = (side: 0 | 1, end: 0 | 1): Point => [edgeOf(field, side, field.z[end]), field.z[end]]
    svg += fieldShape(view, field, palette.field)
    if (field.heading !== undefined) {
      const block: Block = {
        from: [(field.x[0] + field.x[1]) / 2, field.z[0] - 30],
        heading: field.heading,
        bend: field.bend ?? 0,
        rows: [-190, 190],
        length: 260,
        spacing: field.spacing ?? 7,
        inside: (x, z) => within(field, x, z) && clear(x, z),
      }
      svg += vines(view, block, scene, true)
    }
    const sides = [
      [corner(0, 1), corner(1, 1)],
      [corner(1, 1), corner(1, 0)],
      [corner(0, 1), corner(0, 0)],
    ] as const
    for (const side of sides) svg += hedge(view, side, place.stone ? 1.6 : 3, place.stone, scene)
  }
  const lamp = { lit: time !== 'noon' }
  if (place.distance === 'ocean')
    return building('lighthouse', 452, place.horizon - 14, place.size, palette, lamp) + svg
  const [bx, by] = onGround(view, place.stands[0], place.stands[1])
  if (place.track) svg += track(view, place, palette.paper)
  svg += copse(bx + sun * -150, by + 4, 130, 74, 5, place.tree, scene)
  svg += building(place.building, bx, by, place.size, palette, lamp)
  for (const dx of [-1, 1]) {
    const x = bx + dx * between(roll, 215, 245) * place.size
    svg += tree(place.tree, x, by + 10, between(roll, 60, 96), scene)
  }
  return svg
}

/** Where the left (0) or right (1) edge of a field is at a depth. */
const edgeOf = (field: Field, side: 0 | 1, z: number) => field.x[side] + field.lean * (z - 150)

function fieldShape(view: View, field: Field, ink: string): string {
  const [near, far] = field.z
  const eighths = [0, 1, 2, 3, 4, 5, 6, 7, 8]
  const side = (which: 0 | 1) =>
    eighths.map((i) => {
      const z = near + ((far - near) * i) / 8
      return onGround(view, edgeOf(field, which, z), z)
    })
  const back = eighths
    .slice(1, -1)
    .map((i) => onGround(view, edgeOf(field, 0, far) + ((field.x[1] - field.x[0]) * i) / 8, far))
  return print(flow([...side(0), ...back, ...side(1).reverse()], true), ink)
}

/** A chalk track that winds up to the barn. */
function track(view: View, place: Place, ink: string): string {
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let z = 96; z <= place.stands[1]; z += 6) {
    const x = place.stands[0] - 40 * (1 - ease(96, place.stands[1], z)) + 14 * Math.sin(z / 22)
    left.push(onGround(view, x - 1.6, z))
    right.unshift(onGround(view, x + 1.6, z))
  }
  return print(flow([...left, ...right], true), ink, 0.9)
}

/** The near rows, on a rise of the ground that hides the valley before the hill. */
function swell(camera: Camera, place: Place, scene: DrawnScene): string {
  const { palette, roll } = scene
  const { tilt, rise, at, wide, heading, bend, spacing } = place.swell
  const view: View = {
    camera,
    near: 9,
    far: at + 26,
    height: (x, z) =>
      tilt * x * ease(8, 60, z) +
      rise * Math.exp(-(((z - at) / wide) ** 2)) -
      5 * ease(at, at + 40, z) +
      0.5 * Math.sin(x / 17 + 1) * ease(20, 60, z),
  }
  const inside = (_: number, z: number) => z < at + 12
  const block: Block = { from: [0, 6], heading, bend, rows: [-90, 110], length: 130, spacing, inside }
  const grass = grain(view, roll, 30, () => true)
  return (
    ground(view, palette.field, scene) + print(grass, palette.mid, 0.5) + vines(view, block, scene, false)
  )
}

/** The dark bank: one flat colour with grass along its edge and, except in winter, a few flowers. */
function bank({ palette, season, roll }: DrawnScene): string {
  const edge = (x: number) => 668 + 332 * ease(-350, 1150, x) ** 1.15 + 7 * Math.sin(x / 50)
  const line: Point[] = []
  for (let x = -20; x <= 1160; x += 80) line.push([x, edge(x)])
  let [grass, flowers] = ['', '']
  for (let x = -20; x < 1120; x += between(roll, 9, 24)) {
    const tall = between(roll, 14, 46)
    const lean = between(roll, -12, 20)
    grass += `M${Math.round(x)} ${Math.round(edge(x) + 8)}l${Math.round(lean)}-${Math.round(tall)} ${Math.round(6 - lean)} ${Math.round(tall)}`
    if (season !== 'winter' && roll() < 0.12)
      flowers +=
        gouge(x + lean - 5, edge(x) + 4 - tall, 10, 0, 9) + gouge(x + lean - 5, edge(x) + 4 - tall, 10, 0, -7)
  }
  let cuts = ''
  for (let i = 0; i < 24; i++) {
    const x = between(roll, 0, 1000)
    cuts += gouge(x, edge(x) + between(roll, 18, 60), between(roll, 20, 60), between(roll, 6, 16), 1.6)
  }
  return (
    print(flow(line) + 'V1010H-20z' + grass, palette.ink) +
    print(cuts, palette.mid, 0.35) +
    print(flowers, season === 'summer' ? palette.accent : season === 'autumn' ? palette.leaf : palette.paper)
  )
}

/** Flecks of bare paper: one small tile, repeated. */
function paper({ palette, roll }: DrawnScene): string {
  let d = ''
  for (let i = 0; i < 26; i++)
    d += gouge(roll() * 230, roll() * 230, between(roll, -3, 3), between(roll, 1, 3), between(roll, 0.6, 1.3))
  return `<defs><pattern id="p" width="232" height="232" patternUnits="userSpaceOnUse">${print(d, palette.paper, 0.5)}</pattern></defs><rect width="1600" height="1000" fill="url(#p)"/>`
}
