// Draws two scenes: a walk between rows of vines, and a gate in front of the vines.
import { between, mix, print, stroke } from '../../platform/media/drawing/ink.ts'
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
