// People who stand, walk, sit and pour, and the things they sit on.
import { disc, mix, num, print, stroke } from '../../platform/media/drawing/ink.ts'
import { box, head, moved, night, oval, type DrawnPerson, type ViewOfPerson } from './people.ts'
import type { Setting } from './setting.ts'

type Arm = readonly [elbowX: number, elbowY: number, handX: number, handY: number]
/** Draws an arm from the shoulder at `x, y`; nothing if the arm is null. */
const arm = (bent: Arm | null, x: number, y: number, p: DrawnPerson, short = false) => {
  if (!bent) return ''
  const [ex, ey, hx, hy] = bent
  const sleeve = mix(p.top, night, 0.14)
  return short
    ? stroke(`M${x} ${y}L${ex} ${ey} ${hx} ${hy}`, p.skin, 7.5) +
        stroke(`M${x} ${y}L${num((x + ex * 2) / 3)} ${num((y + ey * 2) / 3)}`, sleeve, 10)
    : stroke(`M${x} ${y}L${ex} ${ey} ${hx} ${hy}`, sleeve, 9.5) + print(disc(hx, hy, 5), p.skin)
}
/** Draws both arms in one path, for a pose in which nothing is between the arms. */
function bothArms(left: Arm, right: Arm, x: number, y: number, p: DrawnPerson): string {
  const line = ([ex, ey, hx, hy]: Arm, sx: number) => `M${sx} ${y}L${ex} ${ey} ${hx} ${hy}`
  return (
    stroke(line(left, -x) + line(right, x), mix(p.top, night, 0.14), 9.5) +
    print(disc(left[2], left[3], 5) + disc(right[2], right[3], 5), p.skin)
  )
}
/** How a person holds the body. An arm that is null is not drawn. Each drawing function has its own default for a missing arm. */
export type Pose = {
  view?: ViewOfPerson
  left?: Arm | null | undefined
  right?: Arm | null | undefined
  hold?: string
  facing?: -1 | 1
}

/** Draws a person who stands or walks, seen from behind, from the front or from the side. */
export function standing(
  s: Setting,
  p: DrawnPerson,
  x: number,
  y: number,
  scale: number,
  {
    view = 'back',
    left = [-24, -112, -20, -86],
    right = [24, -112, 20, -86],
    step = false,
    hold = '',
    facing = 1,
    child = false,
    extra = '',
  }: Pose & { step?: boolean; child?: boolean; extra?: string },
): string {
  const lit = s.sun * facing
  const shoe = mix(p.legs, night, 0.5)
  const side = view === 'side'
  const legs = p.skirt
    ? stroke(step ? 'M-7-50L-9-4M8-50L9-9' : 'M-7-50V-3M7-50V-3', p.skin, 8) +
      stroke(step ? 'M-10-2H-7M8-7H11' : 'M-9-2H-6M6-2H9', shoe, 7)
    : side
      ? stroke(step ? 'M0-88L10-46L22-5M0-88L-7-44L-19-6' : 'M2-88L4-46L3-4M-2-88L-3-46L-4-4', p.legs, 14) +
        stroke(step ? 'M22-3H29M-19-4L-13-1' : 'M-2-2H10', shoe, 6)
      : print(step ? 'M-17-90L-15-2H-3L0-66L4-9H15L17-90z' : 'M-17-90L-15-3H-3L0-68L3-3H15L17-90z', p.legs) +
        stroke(step ? 'M-12-2H-6M7-8H12' : 'M-12-2H-6M6-2H12', shoe, 6)
  const skirt = p.skirt
    ? print(
        side ? 'M-12-95L-18-46Q0-41 18-46L12-95z' : 'M-15-98L-23-48Q0-42 23-48L15-98z',
        mix(p.top, night, 0.08),
      )
    : ''
  const torso = side
    ? 'M-4-148Q-13-143-14-126L-13-86H13L13-124Q12-145 4-148z'
    : 'M-8-148Q-21-146-22-134L-18-84Q0-80 18-84L22-134Q21-146 8-148z'
  const dim = side
    ? 'M-4-148Q-13-143-14-126L-13-86H-3L-2-120z'
    : lit > 0
      ? 'M-8-148Q-21-146-22-134L-18-84-8-82-6-120z'
      : 'M8-148Q21-146 22-134L18-84 8-82 6-120z'
  const sx = side ? 0 : 19
  const body =
    (side ? arm(left, sx, -136, p) : '') +
    legs +
    skirt +
    stroke('M0-152V-144', p.skin, 9) +
    print(torso, p.top) +
    print(dim, s.palette.ink, 0.14) +
    extra +
    (!side && left && right && !hold
      ? bothArms(left, right, sx, -136, p)
      : (side ? '' : arm(left, -sx, -136, p)) + hold + arm(right, sx, -136, p)) +
    `<g transform="translate(${side ? 2 : 0} -161)">${head(s, p, view, child ? 1.35 : 1)}</g>`
  return moved(x, y, child ? scale * 0.64 : scale, body, facing)
}

/** Draws a seated person in profile, looking right. The seat is 48 cm high; with `low`, the person sits on the ground. */
export function seated(
  s: Setting,
  p: DrawnPerson,
  x: number,
  y: number,
  scale: number,
  {
    left = null,
    right = [18, -78, 34, -84],
    hold = '',
    facing = 1,
    seat = '',
    legs = true,
    child = false,
    low = false,
    short = false,
  }: Pose & { seat?: string; legs?: boolean; child?: boolean; low?: boolean; short?: boolean },
): string {
  const shoe = mix(p.legs, night, 0.5)
  const lower = !legs
    ? ''
    : low
      ? stroke('M-2-10L36-40L62-6', p.legs, 15) + stroke('M62-5H71', shoe, 8)
      : stroke('M0-54L38-54L38-8', p.legs, 16) + stroke('M38-4H48', shoe, 8)
  const lift = low ? 40 : 0
  const upper =
    arm(left, 2, -98, p, short) +
    stroke('M4-114L3-104', p.skin, 9) +
    print('M-2-108Q-12-104-14-88L-15-52Q-14-45 0-45T14-52V-88Q14-106 6-108z', p.top) +
    print('M-2-108Q-12-104-14-88L-15-52Q-14-46-5-45L-4-84z', s.palette.ink, 0.14) +
    hold +
    arm(right, 2, -98, p, short) +
    `<g transform="translate(5 -122)">${head(s, p, 'side', child ? 1.25 : 1)}</g>`
  return moved(
    x,
    y,
    child ? scale * 0.72 : scale,
    seat + lower + (lift ? `<g transform="translate(0 ${lift})">${upper}</g>` : upper),
    facing,
  )
}

/** Draws a person from the waist up. A table or the back of a chair hides everything below 60 cm. */
export function bust(
  s: Setting,
  p: DrawnPerson,
  x: number,
  y: number,
  scale: number,
  { view = 'front', left = null, right = null, hold = '', facing = 1 }: Pose,
): string {
  const body =
    stroke('M0-112V-103', p.skin, 9) +
    print('M-8-108Q-21-106-22-94L-19-44H19L22-94Q21-106 8-108z', p.top) +
    print(
      s.sun * facing > 0 ? 'M-8-108Q-21-106-22-94L-19-44H-9L-7-80z' : 'M8-108Q21-106 22-94L19-44H9L7-80z',
      s.palette.ink,
      0.14,
    ) +
    arm(left, -19, -96, p) +
    hold +
    arm(right, 19, -96, p) +
    `<g transform="translate(0 -121)">${head(s, p, view)}</g>`
  return moved(x, y, scale, body, facing)
}

/** Draws a wheelchair user from behind, with both hands on the wheels. */
export function wheelchairUserFromBehind(s: Setting, p: DrawnPerson, x: number, y: number, scale: number) {
  const frame = s.dye.night
  const body =
    print('M-15-52L-13-8H-3L0-40L3-8H13L15-52z', p.legs) +
    stroke('M0-114V-104', p.skin, 9) +
    print('M-8-110Q-21-108-22-96L-19-46H19L22-96Q21-108 8-110z', p.top) +
    bothArms([-29, -76, -28, -60], [29, -76, 28, -60], 19, -98, p) +
    print('M-18-90Q0-86 18-90L17-46Q0-43-17-46z', mix(frame, '#000000', 0.1)) +
    stroke('M-18-46V-98M18-46V-98', frame, 4) +
    stroke('M-29-56L-32-5M29-56L32-5', mix(frame, '#000000', 0.35), 7) +
    stroke('M-29-30H29M-14-30L-14-4M14-30L14-4', frame, 4) +
    `<g transform="translate(0 -123)">${head(s, p, 'back')}</g>`
  return moved(x, y, scale, body)
}
/** Draws a wheelchair in profile, as the `seat` of `seated`. */
export const wheelchair = (s: Setting) =>
  stroke('M-16-96L-16-44H30L40-14H52M-16-94H-30', s.dye.night, 5) + print(box(-17, -84, 8, 40), s.dye.night)
/** Draws a sitting dog from behind. */
export const dogFromBehind = (coat: string, patch: string, collar: string) =>
  stroke('M10-5Q30 0 34-14', coat, 6) +
  print('M-17 0Q-25-14-14-34Q-12-50-8-54H8Q12-50 14-34Q25-14 17 0z', coat) +
  print('M-6 0Q-8-36 0-50Q8-36 6 0z', patch, 0.7) +
  print(oval(0, -64, 13, 13), coat) +
  print('M-11-74Q-20-74-19-56Q-13-54-9-66zM11-74Q20-74 19-56Q13-54 9-66z', patch) +
  stroke('M-9-52Q0-49 9-52', collar, 4)
