// Sky, sun, moon, clouds and sea, in flat bands of colour.
import { between, disc, flow, gouge, mix, num, outline, print, type Point } from './ink.ts'
import type { Palette, DrawnScene, TimeOfDay } from './palette.ts'

export function sky({ palette, time, season, roll }: DrawnScene, horizon: number, sunAt: Point): string {
  const top = palette.sky
  const blush = mix(palette.accent, palette.glow, 0.45)
  const low = time === 'noon' ? palette.paper : palette.glow
  let svg = `<rect width="1600" height="${horizon + 140}" fill="${top}"/>`
  // The sky has four bands from the top, which are narrower near the horizon.
  for (const [i, share] of [0.22, 0.44, 0.68, 0.9].entries()) {
    const y = horizon * [0.3, 0.54, 0.74, 0.9][i]!
    const edge: Point[] = []
    for (let x = -40; x <= 1680; x += 215) edge.push([x, y + between(roll, -9, 9)])
    // Blue mixed with orange turns brown, so at dusk the bands pass through pink.
    const ink =
      time === 'dusk'
        ? share < 0.5
          ? mix(top, blush, share * 1.5)
          : mix(blush, low, share * 1.6 - 0.75)
        : mix(top, low, share)
    svg += print(flow(edge) + `V${horizon + 140}H-40z`, ink)
  }
  svg += time === 'dusk' && season === 'winter' ? moon(palette, sunAt) : sun(palette, time, sunAt)
  return svg
}
function sun(palette: Palette, time: TimeOfDay, [x, y]: Point): string {
  const r = time === 'noon' ? 46 : 74
  let rays = ''
  if (time !== 'noon')
    for (let i = 0; i < 15; i++) {
      const [a, b] = [(i / 15) * Math.PI * 2 + 0.1, (i / 15) * Math.PI * 2 + 0.26]
      rays += outline([
        [x, y],
        [x + 1700 * Math.cos(a), y + 1700 * Math.sin(a)],
        [x + 1700 * Math.cos(b), y + 1700 * Math.sin(b)],
      ])
    }
  return (
    print(rays, palette.paper, 0.13) +
    print(disc(x, y, r * 2.1), palette.paper, 0.16) +
    print(disc(x, y, r * 1.5), palette.paper, 0.3) +
    print(disc(x, y, r), palette.paper)
  )
}
function moon(palette: Palette, [x, y]: Point): string {
  const r = 44
  return (
    print(disc(x, y, r * 1.7), palette.paper, 0.12) +
    print(
      `M${x} ${y - r}a${r} ${r} 0 1 0 ${r} ${r}a${num(r * 0.82)} ${num(r * 0.82)} 0 0 1 ${-r} ${-r}z`,
      palette.paper,
    )
  )
}

/** Draws clouds with flat, darker undersides. With `streaks`, draws long streaks instead. */
export function clouds(
  { palette, time, roll }: DrawnScene,
  horizon: number,
  streaks: boolean,
  count = streaks ? 4 : 5,
): string {
  let [light, shade] = ['', '']
  for (let i = 0; i < count; i++) {
    const y = horizon * between(roll, 0.1, 0.72)
    const x = ((i + between(roll, 0.1, 0.9)) / count) * 1600
    const wide = between(roll, 150, 330) * (0.5 + (1 - y / horizon) * 0.8)
    if (streaks) {
      for (let k = 0; k < 3; k++)
        light += gouge(
          x - wide + between(roll, -90, 90),
          y + k * 17,
          wide * between(roll, 1.2, 2.4),
          between(roll, -5, 5),
          9,
        )
      continue
    }
    const bumps = 5 + Math.floor(roll() * 3)
    let d = `M${num(x - wide / 2)} ${num(y)}`
    for (let b = 1; b <= bumps; b++) {
      const share = b / bumps
      const next: Point = [
        x - wide / 2 + wide * share,
        y - Math.sin(share * Math.PI) * wide * between(roll, 0.16, 0.26),
      ]
      d += `A${num(wide / bumps / 1.6)} ${num(wide / bumps / 1.7)} 0 0 1 ${num(next[0])} ${num(b === bumps ? y : next[1])}`
    }
    light += d + `q${num(-wide / 2)} 9 ${num(-wide)} 0z`
    shade +=
      gouge(x - wide * 0.36, y - 6, wide * 0.66, 2, 13) +
      gouge(x - wide * 0.1, y - wide * 0.09, wide * 0.28, 0, 8)
  }
  return (
    print(light, palette.paper, time === 'dusk' ? 0.5 : 0.9) +
    print(shade, time === 'noon' ? palette.sky : palette.glow, 0.55)
  )
}

/** Draws the sea between the horizon and y = 1000, with the sun's reflection. */
export function sea({ palette, roll }: DrawnScene, horizon: number, sunX: number): string {
  let [glints, swell] = ['', '']
  for (let i = 0; i < 56; i++) {
    const share = roll() ** 1.6
    const y = horizon + 3 + share * (1000 - horizon)
    const long = (14 + share * 70) * between(roll, 0.5, 1.3)
    if (i % 2)
      glints += gouge(
        sunX + between(roll, -1, 1) * (40 + share * 150) - long / 2,
        y,
        long,
        0,
        1.2 + share * 4,
      )
    else swell += gouge(between(roll, -20, 1600), y, long * 1.6, 0, 1.4 + share * 3)
  }
  return (
    `<rect y="${horizon}" width="1600" height="${1000 - horizon}" fill="${palette.far}"/>` +
    print(swell, palette.ink, 0.3) +
    print(glints, palette.paper, 0.85)
  )
}
