// One cover picture: sky, distance, the estate's hill, the near rows, and a quiet dark bank at lower left for a title.
// The same seed, season, time and place always give the same text, so a file may be cached for ever.
import { between, dice, ease, flow, gouge, layer, mix, print, type Dice, type Point } from './ink.ts'
import { crest, grain, onGround, type Camera, type Slope } from './ground.ts'
import { palette as inks, type Palette, type Season, type Time } from './palette.ts'
import { places, type Field, type Place, type PlaceName } from './places.ts'
import { clouds, sky } from './sky.ts'
import { distance } from './distance.ts'
import { building, type Building } from './buildings.ts'
import { birds, copse, hedge, tree } from './trees.ts'
import { vines, type Block, type Light } from './vines.ts'

export type Picture = {
  seed: string | number
  season: Season
  time: Time
  place: PlaceName
  building?: Building
}

export function landscape({ seed, season, time, place: name, building: other }: Picture): string {
  const palette = inks(season, time)
  const roll = dice(`${name} ${seed}`)
  const place = estate(places[name], other, roll)
  const camera: Camera = { middle: 800, horizon: place.horizon, focal: 1100, eye: 11 }
  const sunAt: Point = [
    place.sun[0] + between(roll, -50, 50),
    time === 'noon' ? 110 : time === 'dawn' ? place.sun[1] + 60 : place.horizon - 95,
  ]
  const sun: Light = sunAt[0] < 800 ? -1 : 1
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000" width="1600" height="1000" stroke-linecap="round" stroke-linejoin="round">` +
    sky(palette, time, season, place.horizon, sunAt, roll) +
    clouds(palette, time, place.horizon, place.streaks ? 4 : 5, place.streaks, roll) +
    distance({ palette, season, place, sun, roll }) +
    birds(between(roll, 500, 1100), place.horizon * 0.42, 6, 15, palette.ink, roll) +
    hill(camera, place, palette, season, time, sun, roll) +
    swell(camera, place, palette, season, sun, roll) +
    bank(palette, season, roll) +
    paper(palette, roll) +
    '</svg>'
  )
}

/** Neighbours share a skyline, not a vineyard: the seed turns the rows, leans the ground and moves the house a little. */
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

const ground = (camera: Camera, slope: Slope, ink: string, palette: Palette) =>
  layer(flow(crest(camera, slope)) + 'V1010H-20z', ink, palette.paper)

function hill(
  camera: Camera,
  place: Place,
  palette: Palette,
  season: Season,
  time: Time,
  sun: Light,
  roll: Dice,
): string {
  const { base, rise, at, wide, top, roll: ripple } = place.hill
  const phase = roll() * 6
  const slope: Slope = {
    near: 88,
    far: top + 40,
    height: (x, z) =>
      -9 +
      (base + 9 + rise * Math.exp(-(((x - at) / wide) ** 2))) * ease(84, top, z) -
      4 * ease(top, top + 40, z) +
      ripple * Math.sin(x / 31 + phase) * Math.sin(z / 38),
  }
  const edge = (field: Field, side: 0 | 1, z: number) => field.x[side] + field.lean * (z - 150)
  const within = (field: Field, x: number, z: number) =>
    z > field.z[0] && z < field.z[1] && x > edge(field, 0, z) && x < edge(field, 1, z)
  const clear = (x: number, z: number) => Math.hypot((x - place.stands[0]) / 1.5, z - place.stands[1]) > 13
  let svg = ground(camera, slope, mix(palette.field, palette.mid, 0.45), palette)
  svg += print(
    grain(camera, slope, roll, 22, (x, z) => !place.fields.some((f) => within(f, x, z))),
    palette.paper,
    0.4,
  )
  for (const field of place.fields) {
    const corners = (
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ] as const
    ).map(([side, end]): Point => [edge(field, side, field.z[end]), field.z[end]])
    svg += fieldShape(camera, slope, field, edge, palette.field)
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
      svg += vines(camera, slope, block, palette, season, sun, roll, true)
    }
    svg += hedge(
      camera,
      slope,
      [corners[1], corners[2]] as Point[],
      place.stone ? 1.6 : 3,
      palette,
      place.stone,
      roll,
    )
    svg += hedge(
      camera,
      slope,
      [corners[2], corners[3]] as Point[],
      place.stone ? 1.6 : 3,
      palette,
      place.stone,
      roll,
    )
    svg += hedge(
      camera,
      slope,
      [corners[1], corners[0]] as Point[],
      place.stone ? 1.6 : 3,
      palette,
      place.stone,
      roll,
    )
  }
  const [bx, by] = onGround(camera, slope, place.stands[0], place.stands[1])
  if (place.distance === 'ocean')
    return (
      building('lighthouse', 452, place.horizon - 14, place.size, palette, { lit: time !== 'noon' }) + svg
    )
  if (place.track) svg += track(camera, slope, place, palette)
  svg += copse(bx + sun * -150, by + 4, 130, 74, 5, place.tree, palette, season, sun, roll)
  svg += building(place.building, bx, by, place.size, palette, { lit: time !== 'noon' })
  for (const dx of [-1, 1])
    svg += tree(
      place.tree,
      bx + dx * between(roll, 215, 245) * place.size,
      by + 10,
      between(roll, 60, 96),
      palette,
      season,
      sun,
      roll,
    )
  return svg
}
function fieldShape(
  camera: Camera,
  slope: Slope,
  field: Field,
  edge: (f: Field, side: 0 | 1, z: number) => number,
  ink: string,
): string {
  const points: Point[] = []
  for (let i = 0; i <= 8; i++) {
    const z = field.z[0] + ((field.z[1] - field.z[0]) * i) / 8
    points.push(onGround(camera, slope, edge(field, 0, z), z))
  }
  for (let i = 1; i < 8; i++) {
    const x = edge(field, 0, field.z[1]) + ((field.x[1] - field.x[0]) * i) / 8
    points.push(onGround(camera, slope, x, field.z[1]))
  }
  for (let i = 8; i >= 0; i--) {
    const z = field.z[0] + ((field.z[1] - field.z[0]) * i) / 8
    points.push(onGround(camera, slope, edge(field, 1, z), z))
  }
  return print(flow(points, true), ink)
}
/** A chalk track winding up to the barn. */
function track(camera: Camera, slope: Slope, place: Place, palette: Palette): string {
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let z = 96; z <= place.stands[1]; z += 6) {
    const x = place.stands[0] - 40 * (1 - ease(96, place.stands[1], z)) + 14 * Math.sin(z / 22)
    left.push(onGround(camera, slope, x - 1.6, z))
    right.unshift(onGround(camera, slope, x + 1.6, z))
  }
  return print(flow([...left, ...right], true), palette.paper, 0.9)
}

/** The near rows, on a swell of ground that hides the valley between us and the hill. */
function swell(
  camera: Camera,
  place: Place,
  palette: Palette,
  season: Season,
  sun: Light,
  roll: Dice,
): string {
  const { tilt, rise, at, wide, heading, bend, spacing } = place.swell
  const slope: Slope = {
    near: 9,
    far: at + 26,
    height: (x, z) =>
      tilt * x * ease(8, 60, z) +
      rise * Math.exp(-(((z - at) / wide) ** 2)) -
      5 * ease(at, at + 40, z) +
      0.5 * Math.sin(x / 17 + 1) * ease(20, 60, z),
  }
  const block: Block = {
    from: [0, 6],
    heading,
    bend,
    rows: [-90, 110],
    length: 130,
    spacing,
    inside: (_, z) => z < at + 12,
  }
  return (
    ground(camera, slope, palette.field, palette) +
    print(
      grain(camera, slope, roll, 30, () => true),
      palette.mid,
      0.5,
    ) +
    vines(camera, slope, block, palette, season, sun, roll, false)
  )
}

/** The quiet corner: one flat ink, its edge broken by grass, a few flowers where the season has them. */
function bank(palette: Palette, season: Season, roll: Dice): string {
  const edge = (x: number) => 668 + 332 * ease(-350, 1150, x) ** 1.15 + 7 * Math.sin(x / 50)
  const line: Point[] = []
  for (let x = -20; x <= 1160; x += 80) line.push([x, edge(x)])
  let grass = ''
  let flowers = ''
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

/** Flecks where the ink did not take. One small tile repeated costs a few hundred bytes. */
function paper(palette: Palette, roll: Dice): string {
  let d = ''
  for (let i = 0; i < 26; i++)
    d += gouge(roll() * 230, roll() * 230, between(roll, -3, 3), between(roll, 1, 3), between(roll, 0.6, 1.3))
  return `<defs><pattern id="p" width="232" height="232" patternUnits="userSpaceOnUse">${print(d, palette.paper, 0.5)}</pattern></defs><rect width="1600" height="1000" fill="url(#p)"/>`
}
