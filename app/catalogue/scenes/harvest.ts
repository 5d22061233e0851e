// The scene of the harvest.
import { between, leafy, mix, outline, print, stroke, type Point } from '../../platform/media/drawing/ink.ts'
import { ground, hills } from './hills.ts'
import { box, choosePeople, moved, night, castShadow, young } from './people.ts'
import { standing, wheelchairUserFromBehind } from './poses.ts'
import type { Setting } from './setting.ts'

/** Draws the harvest: people pick grapes from a row that runs across the picture. */
export function harvest(s: Setting): string {
  const { roll, palette: ink, dye, side } = s
  s.horizon = 330
  const people = choosePeople(s, 4, { scarves: true })
  const fruit = roll() < 0.6 ? mix('#4b2346', ink.accent, 0.3) : mix('#b9b552', ink.glow, 0.3)
  const dark = mix(ink.accent, ink.ink, 0.35)
  const leaf = mix(ink.leaf, dark, 0.12)
  const wave = (y: number, tall: number) => {
    const line: Point[] = []
    for (let x = -60; x <= 1660; x += 130) line.push([x, y + between(roll, -tall, tall)])
    return line
  }
  // The leaves lie on a loose grid, so that no leaf hides another.
  const scatter = (from: number) => {
    let d = ''
    for (let i = from; i < 14; i += 2) {
      const k = between(roll, 0.9, 1.35)
      const lean = roll() < 0.5 ? 6 : -6
      d +=
        `M${Math.round(((i * 0.618) % 1) * 1600 + between(roll, -24, 24))} ${Math.round(528 + (i % 4) * 36 + between(roll, -12, 12))}` +
        [
          [-20, -4],
          [4, -12],
          [-8, -14],
          [18, -2],
          [lean + 4, -16],
          [10, 14],
          [16, 2],
          [-6, 14],
          [6, 14],
        ]
          .map(([x, y]) => `l${Math.round(x! * k)} ${Math.round(y! * k)}`)
          .join('') +
        'z'
    }
    return d
  }
  const cap = leafy(outline([...wave(446, 12), ...wave(486, 16).reverse()]), leaf, 30)
  // Three dashed lines with the same period draw bunches of two, two and one grapes. Circles would need ten times the bytes.
  const dip = wave(676, 12)
  const bunch = (down: number, dots: string, size: number, ink: string) =>
    `<path d="${outline(
      dip.map(([x, y]): Point => [x, y + down]),
      false,
    )}" fill="none" stroke="${ink}" stroke-width="${size}" stroke-dasharray="${dots}"/>`
  const grapes =
    bunch(0, '.1 32 .1 117.8', 38, fruit) +
    bunch(26, '.1 32 .1 117.8', 36, fruit) +
    `<g transform="translate(16 0)">${bunch(50, '.1 149.9', 32, fruit)}</g>`
  const crate =
    `<path d="M-26-25H27M-20-32H21" stroke="${fruit}" stroke-width="15" stroke-dasharray=".1 10"/>` +
    stroke('M-15-34h.1M6-35h.1M20-28h.1', dye.chalk, 3.6, 0.7) +
    print(box(-34, -24, 68, 24), dye.plank) +
    print(box(-34, -16, 68, 3) + box(-34, -7, 68, 3), mix(dye.wood, night, 0.3)) +
    print(box(-34, -24, 5, 24) + box(29, -24, 5, 24), dye.wood)
  let posts = ''
  for (let x = 120; x < 1600; x += 340) posts += `M${x} 850V400`
  const at = (x: number) => 800 + side * (x - 800)
  const carrier = { ...people[2]!, skirt: false }
  const [walking, fourth] = [620 + Math.round(roll() * 140), roll()]
  return (
    hills(s, { rise: 170, peak: 0.8, foot: 70, size: 96, tree: false }) +
    ground(470, mix(ink.field, ink.mid, 0.3), ink.paper, 3) +
    ground(770, ink.field, ink.paper, 4) +
    print(box(0, 800, 1600, 60), ink.ink, 0.2) +
    stroke(
      [60, 230, 400, 570, 740, 910, 1080, 1250, 1420, 1590]
        .map((x) => `M${x} 836l${x % 20 ? 8 : -8}-150`)
        .join(''),
      mix(dye.wood, night, 0.4),
      16,
    ) +
    leafy(
      outline([...wave(486, 6), [1660, 690], [1200, 676], [800, 694], [400, 678], [-60, 690]]),
      dark,
      40,
    ) +
    cap +
    print(scatter(0), leaf) +
    print(scatter(1), mix(dark, leaf, 0.42)) +
    grapes +
    stroke(posts, dye.chalk, 11) +
    castShadow(s, at(360), 905, 80) +
    standing(s, { ...people[0]!, skirt: false }, at(360), 900, 3, {
      left: [-30, -132, -22, -152],
      right: [30, -120, 26, -100],
      extra: stroke('M-16-142L16-90', dye.wood, 4),
    }) +
    castShadow(s, at(1240), 905, 80) +
    standing(s, people[1]!, at(1240), 900, 2.9, {
      left: [-28, -112, -22, -98],
      right: [32, -128, 22, -146],
    }) +
    castShadow(s, at(walking), 955, 90) +
    standing(s, carrier, at(walking), 945, 3.05, {
      view: 'side',
      facing: side,
      step: true,
      hold: moved(34, -84, 0.86, crate),
      left: null,
      right: [16, -100, 34, -92],
    }) +
    (fourth < 0.4
      ? castShadow(s, at(1070), 905, 60) +
        standing(s, young(people[3]!), at(1080), 905, 2.95, {
          child: true,
          left: [-28, -132, -24, -158],
          right: [28, -132, 24, -158],
        })
      : fourth < 0.7
        ? wheelchairUserFromBehind(s, people[3]!, at(1000), 915, 2.9)
        : '') +
    (fourth >= 0.4 && fourth < 0.7 ? '' : moved(at(960), 965, 3, crate)) +
    moved(at(1440), 965, 3.1, crate) +
    moved(at(1425), 890, 3.1, crate) +
    moved(at(130), 970, 3.1, crate)
  )
}
