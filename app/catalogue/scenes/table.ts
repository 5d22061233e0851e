// The three scenes at a table in the open air.
import { disc, mix, print, stroke } from '../../platform/media/drawing/ink.ts'
import { bigTree } from '../posters/trees.ts'
import { ground, hills, rows } from './hills.ts'
import { asWinemaker, choosePeople, moved, night, oval } from './people.ts'
import { bust, seated, standing, wheelchair, wheelchairUserFromBehind } from './poses.ts'
import type { Setting } from './setting.ts'
import { bottle, cheese, glass, grapes, loaf, posy, wedge, type Wine } from './tableware.ts'

const wines: readonly Wine[] = ['red', 'white', 'sparkling', 'rose']
const shadow = (s: Setting, x: number, y: number, w: number) =>
  print(oval(x - s.sun * w * 0.35, y, w, w * 0.13), night, 0.16)

/** Draws a tasting: two guests at a table raise their glasses, and for most seeds the winemaker pours. */
export function tasting(s: Setting): string {
  const { roll, dye, palette: ink } = s
  s.horizon = 470
  const people = choosePeople(s, 4, { staff: true })
  const three = roll() < 0.62
  const wine = wines[Math.floor(roll() * 4)] as Wine
  const other = wines[(wines.indexOf(wine) + 1) % 4] as Wine
  const chair = stroke('M-17-100Q-22-70-16-46H22', mix(dye.wood, night, 0.35), 5)
  const onWheels = roll() < 0.35
  const back = three
    ? standing(s, asWinemaker(s, people[2]!), 800, 1275, 6.2, {
        view: 'front',
        left: [-29, -112, -26, -88],
        right: [33, -112, 9, -107],
        extra:
          print('M-13-128H13L17-84H-17z', dye.claret) + stroke('M-13-128L-9-146M13-128L9-146', dye.claret, 3),
        hold: `<g transform="translate(10 -109) rotate(-122)">${bottle(s, wine)}</g>`,
      })
    : ''
  return (
    hills(s, { rise: 200, peak: 0.66, foot: 90, size: 100 }) +
    ground(640, mix(ink.field, ink.mid, 0.2), ink.paper) +
    rows(s, { y: 520, focal: 900, eye: 2.2, offsets: [-14, -10, -6.5, -3, 3, 6.5, 10, 14] }) +
    back +
    seated(s, people[0]!, 300, 1270, 6.6, {
      legs: false,
      seat: onWheels ? wheelchair(s) : chair,
      right: [26, -82, 47, -98],
      hold: moved(48, -92, 1, glass(s, wine, false)),
    }) +
    seated(s, people[1]!, 1300, 1270, 6.6, {
      legs: false,
      facing: -1,
      seat: chair,
      right: [24, -78, 44, -97],
      hold: moved(45, -92, 1, glass(s, three ? wine : other, false)),
    }) +
    print('M150 800H1450L1620 906H-20z', dye.plank) +
    print('M-20 906H1620V946H-20z', mix(dye.plank, dye.wood, 0.7)) +
    print('M0 940H1600V1000H0z', mix(ink.ink, night, 0.35)) +
    stroke('M60 866H1540M110 830H1490', dye.wood, 3, 0.5) +
    shadow(s, 520, 862, 60) +
    moved(520, 862, 6.6, bottle(s, other)) +
    shadow(s, 690, 876, 40) +
    moved(690, 880, 6, glass(s, three ? wine : other, false)) +
    (three ? '' : moved(800, 850, 6, posy(s))) +
    shadow(s, 950, 874, 40) +
    moved(950, 874, 6, glass(s, three ? other : wine, false)) +
    shadow(s, 1110, 876, 120) +
    moved(1110, 876, 5.4, loaf(s))
  )
}

/** Draws a board of cheese, bread and grapes close up, with two glasses and the hills behind. */
export function board(s: Setting): string {
  const { roll, dye, palette: ink } = s
  s.horizon = 360
  const wine = wines[Math.floor(roll() * 4)] as Wine
  const other = wines[(wines.indexOf(wine) + 1 + Math.floor(roll() * 2)) % 4] as Wine
  const flip = s.side
  const at = (x: number) => 800 + flip * (x - 800)
  const fruit = roll() < 0.5 ? dye.claret : mix('#8aa04e', dye.straw, 0.25)
  const cloth = [
    mix(dye.slate, dye.night, 0.3),
    mix(dye.chalk, dye.slate, 0.1),
    mix(dye.claret, dye.night, 0.15),
    mix('#2c5142', dye.night, 0.2),
  ][s.variant % 4] as string
  const weave = s.variant % 4 === 1 ? mix(cloth, dye.slate, 0.3) : mix(cloth, dye.chalk, 0.22)
  return (
    hills(s, { rise: 150, peak: 0.585, foot: 60, size: 84 }) +
    ground(500, mix(ink.field, ink.mid, 0.2), ink.paper) +
    rows(s, { y: 380, focal: 900, eye: 2.4, offsets: [-14, -10, -6.5, -3, 3, 6.5, 10, 14] }) +
    print('M0 600H1600V1000H0z', cloth) +
    print('M0 600H1600V606H0z', dye.chalk, 0.5) +
    stroke('M0 628H1600M0 960H1600', weave, 10) +
    shadow(s, at(390), 716, 110) +
    moved(at(390), 716, 14.6, bottle(s, wine)) +
    shadow(s, at(640), 700, 70) +
    moved(at(640), 700, 13.6, glass(s, wine, false)) +
    shadow(s, at(1230), 696, 70) +
    moved(at(1230), 696, 13.6, glass(s, other, false)) +
    print('M200 812L1400 812 1480 962 120 962z', night, 0.2) +
    print('M262 750H1320Q1356 750 1372 768L1450 916H132L210 768Q226 750 262 750z', dye.wood) +
    print('M132 916H1450V936Q1450 948 1434 948H148Q132 948 132 936z', mix(dye.wood, night, 0.3)) +
    stroke('M250 790H1330M220 838H1364M190 882H1390', mix(dye.wood, dye.plank, 0.5), 4, 0.7) +
    moved(at(460), 850, 12, cheese(s)) +
    moved(at(850), 832, 9.5, loaf(s)) +
    moved(at(760), 896, 8, wedge(s)) +
    moved(at(1150), 884, 9.4, grapes(s, fruit)) +
    print(
      disc(at(590), 890, 17) + disc(at(632), 900, 17) + disc(at(608), 868, 17),
      mix('#4b2346', dye.claret, 0.3),
    ) +
    print(disc(at(584), 884, 4) + disc(at(626), 894, 4) + disc(at(602), 862, 4), dye.chalk, 0.7)
  )
}

/** Draws supper at a long table under festoon lights at the end of the day. */
export function supper(s: Setting): string {
  const { roll, dye, palette: ink } = s
  s.horizon = 500
  const far = 3 + Math.floor(roll() * 2)
  const people = choosePeople(s, far + 2)
  const cloth = mix(dye.chalk, s.dye.slate, 0.12)
  const swag = (x0: number, y0: number, x1: number, y1: number, sag: number) =>
    `M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 + sag} ${x1} ${y1}`
  const swags = (y: number) =>
    swag(-60, 60 + y, 560, 150 + y, 150) +
    swag(560, 150 + y, 1240, 110 + y, 170) +
    swag(1240, 110 + y, 1700, 60 + y, 110)
  const lamps = (ink: string, size: number, opacity: number) =>
    `<path d="${swags(16)}" fill="none" stroke="${ink}" stroke-width="${size}" stroke-dasharray="0 92" stroke-dashoffset="-46" opacity="${opacity}"/>`
  const wine = wines[Math.floor(roll() * 4)] as Wine
  const other: Wine = wine === 'red' ? 'white' : 'red'
  const back = Array.from({ length: far }, (_, i) => {
    const x = 530 + (540 * i) / (far - 1)
    const toast = (i + (s.variant % 2)) % 2 === 0
    return bust(s, people[i]!, x, 930, 3.7, {
      facing: i % 2 ? -1 : 1,
      left: toast ? null : [-28, -80, -12, -70],
      right: toast ? [29, -76, 21, -92] : null,
      hold: toast ? moved(22, -86, 0.9, glass(s, wine)) : '',
    })
  })
  const wheels = roll() < 0.4
  const front = Array.from({ length: 2 }, (_, i) => {
    const [x, out] = [i ? 1310 : 290, i ? 1 : -1]
    if (wheels && i) return wheelchairUserFromBehind(s, people[far + 1]!, x, 985, 4)
    const chair =
      stroke('M-20-50V-6M20-50V-6M-20-88V-46M20-88V-46', mix(dye.wood, night, 0.4), 5) +
      print('M-22-84H22V-74H-22zM-22-66H22V-56H-22zM-22-50H22V-42H-22z', dye.wood)
    return (
      bust(s, people[far + i]!, x, 985, 4.1, {
        view: 'back',
        facing: out as 1 | -1,
        left: [-30, -84, -30, -100],
        hold: moved(-31, -95, 0.9, glass(s, wine)),
      }) + moved(x, 985, 4.1, chair)
    )
  })
  const things =
    moved(800, 706, 4.6, posy(s)) +
    moved(600, 712, 4.6, bottle(s, wine, true)) +
    moved(690, 722, 3.4, loaf(s)) +
    moved(910, 724, 3.4, cheese(s)) +
    moved(1030, 716, 4.2, glass(s, other))
  return (
    hills(s, { rise: 240, peak: 0.7, foot: 60, size: 72, birds: false }) +
    ground(590, mix(ink.field, ink.ink, 0.2), ink.paper) +
    bigTree('round', s.side > 0 ? 60 : 1540, 760, 560, s) +
    stroke(`M560 150V780M1240 110V780`, ink.ink, 12) +
    stroke(swags(0), ink.ink, 4) +
    lamps(ink.glow, 68, 0.3) +
    lamps(mix(ink.glow, '#fff6d8', 0.7), 26, 1) +
    back.join('') +
    print(oval(800, 930, 760, 40), ink.ink, 0.2) +
    print('M240 660H1360L1430 740H170z', cloth) +
    print('M170 740H1430V840Q1300 826 1190 844T960 838 700 844 420 838 170 844z', mix(cloth, ink.ink, 0.16)) +
    things +
    front.join('')
  )
}
