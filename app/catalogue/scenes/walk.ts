// Draws three scenes among the vines: a walk between the rows, a gate in front of them, and the harvest.
import { between, leafy, mix, outline, print, stroke, type Point } from '../../platform/media/drawing/ink.ts'
import { ground, hills, rows, tufts } from './hills.ts'
import { box, choosePeople, moved, night, castShadow, young, type DrawnPerson } from './people.ts'
import { dogFromBehind, standing, wheelchairUserFromBehind } from './poses.ts'
import type { Setting } from './setting.ts'

/** Draws a walk: a guide leads guests between the rows. A guest may use a wheelchair or be a child. */
export function walk(s: Setting): string {
  const { roll, palette: ink, side } = s
  s.horizon = 410
  const people = choosePeople(s, 5, { staff: true, scarves: true })
  const guide: DrawnPerson = { ...people[0]!, style: 'hat', skirt: false, top: s.dye.claret }
  const [wheels, child, fifth] = [roll() < 0.45, roll() < 0.6, roll() < 0.5]
  const vx = 800 + side * 60
  const at = (m: number) => 800 + side * m
  return (
    hills(s, { rise: 200, peak: 0.86, foot: 70, size: 120 }) +
    ground(450, ink.field, ink.paper, 3) +
    print(`M${vx - 4} 450l8 0 ${1216 - vx} 550-840 0z`, mix(ink.field, ink.paper, 0.22)) +
    print(
      `M${vx} 450l${730 - vx} 550-170 0zM${vx} 450l${1040 - vx} 550-170 0z`,
      mix(ink.soil, ink.field, 0.35),
      0.6,
    ) +
    rows(s, {
      x: vx,
      y: 430,
      focal: 1560,
      eye: 1.9,
      high: 1.55,
      half: 0.34,
      offsets: [-11.4, -8.6, -5.8, -2.8, 2.8, 5.8, 8.6, 11.4],
      near: 4.2,
    }) +
    castShadow(s, at(-120), 842, 70) +
    standing(s, guide, at(-120), 840, 2.55, {
      step: true,
      facing: side,
      left: [-40, -122, -64, -142],
      right: [24, -112, 22, -86],
    }) +
    (fifth
      ? castShadow(s, at(170), 850, 60) + standing(s, people[3]!, at(170), 848, 2.5, { step: true })
      : '') +
    (wheels
      ? castShadow(s, at(40), 920, 90) + wheelchairUserFromBehind(s, people[1]!, at(40), 920, 2.8)
      : castShadow(s, at(30), 905, 70) + standing(s, people[1]!, at(30), 905, 2.75, { step: true })) +
    (child
      ? castShadow(s, at(-330), 950, 90) +
        standing(s, people[2]!, at(-370), 945, 2.9, {
          step: true,
          left: side > 0 ? undefined : [-27, -108, -31, -76],
          right: side > 0 ? [27, -108, 31, -76] : undefined,
        }) +
        standing(s, young(people[4]!), at(-262), 952, 2.9, {
          child: true,
          step: true,
          left: side > 0 ? [-27, -134, -29, -122] : [-24, -112, -20, -90],
          right: side > 0 ? [24, -112, 20, -90] : [27, -134, 29, -122],
        })
      : castShadow(s, at(-330), 940, 80) + standing(s, people[2]!, at(-330), 940, 2.85, { step: true }))
  )
}

/** Draws two people, perhaps a child, and a dog who look over a gate at the vines. */
export function gate(s: Setting): string {
  const { roll, palette: ink, dye, side } = s
  s.horizon = 440
  const people = choosePeople(s, 3, { scarves: true })
  const coat = [dye.chalk, dye.straw, mix(dye.wood, night, 0.3)][s.variant % 3] as string
  const patch = s.variant % 3 === 0 ? mix(dye.wood, night, 0.2) : mix(coat, night, 0.3)
  const wood = s.season === 'winter' ? mix(dye.wood, night, 0.2) : mix(dye.chalk, dye.wood, 0.12)
  const bars = [600, 652, 708, 768, 832].map((y) => box(330, y, 940, 22)).join('')
  const child = roll() < 0.35
  const stone = mix(mix(ink.chalk, ink.soil, 0.35), ink.far, 0.35)
  const wall = (from: number, to: number) => {
    let joints = ''
    for (let y = 700; y < 940; y += 48)
      for (let x = from + ((y / 4) % 40); x < to - 30; x += 92)
        joints += `M${Math.round(x)} ${y}h${Math.round(between(roll, 30, 62))}`
    return (
      `<path d="M${from + 10} 640H${to - 10}" stroke="${mix(stone, ink.chalk, 0.4)}" stroke-width="66" stroke-dasharray="0 56"/>` +
      print(box(from, 640, to - from, 330), stone) +
      stroke(joints, mix(stone, ink.ink, 0.5), 7, 0.6)
    )
  }
  return (
    hills(s, { rise: 230, peak: 0.76, foot: 90, size: 130 }) +
    ground(530, ink.field, ink.paper, 3) +
    rows(s, {
      x: 800 + side * 100,
      y: 480,
      focal: 1300,
      eye: 2.4,
      half: 0.32,
      offsets: [-15, -10.5, -6.2, -2, 2, 6.2, 10.5, 15],
    }) +
    print('M-20 880Q400 850 800 862T1620 850V1020H-20z', mix(ink.field, ink.leaf, 0.2)) +
    print('M560 866H1040L1240 1000H360z', mix(ink.soil, ink.paper, 0.2)) +
    wall(-20, 290) +
    wall(1310, 1620) +
    print(bars, wood) +
    print('M360 850l440-250 40 0-440 250z' + box(780, 600, 24, 252), wood) +
    print(box(284, 540, 54, 400) + box(1262, 540, 54, 400), mix(dye.wood, night, 0.35)) +
    print(box(280, 528, 62, 18) + box(1258, 528, 62, 18), mix(dye.wood, night, 0.15)) +
    castShadow(s, 640, 945, 80) +
    standing(s, people[0]!, 640, 940, 2.8, {
      left: [-29, -118, -42, -112],
      right: [28, -116, 24, -88],
    }) +
    castShadow(s, 830, 948, 80) +
    standing(s, people[1]!, 830, 944, 2.7, {
      right: [30, -120, 44, -116],
    }) +
    (child ? standing(s, young(people[2]!), 500, 945, 2.8, { child: true }) : '') +
    castShadow(s, 1010, 956, 70) +
    moved(1010, 954, 2.9, dogFromBehind(coat, patch, dye.claret)) +
    tufts(s, -20, 330, 1000, 60, ink.ink) +
    tufts(s, 1290, 1620, 1000, 60, ink.ink)
  )
}

/** The steps down the outline of a vine leaf. */
const leafSteps = [-4, -12, -14, -2, -16, 14, 2, 14, 14]

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
        [-20, 4, -8, 18, lean + 4, 10, 16, -6, 6]
          .map((x, n) => `l${Math.round(x * k)} ${Math.round(leafSteps[n]! * k)}`)
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
