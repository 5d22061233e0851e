import type { Market } from './market.ts'
import * as bookings from './booking-operations.ts'
import * as channels from './channel-operations.ts'
import * as edits from './edit-operations.ts'
import { type Outcome, Turn } from './turn.ts'

/** Shorter than staff's time to undo, so that others act within it. */
const secondsBetween = 20

type Operation = [name: string, weight: number, run: (turn: Turn) => Promise<unknown>]

const operations: Operation[] = [
  ['a visitor books', 14, bookings.book],
  ['a visitor books by form', 4, bookings.bookByForm],
  ['one person books often', 2, bookings.bookOften],
  ['staff book', 6, bookings.bookByStaff],
  ['staff overbook', 3, bookings.overbook],
  ['a walk-in', 4, bookings.walkIn],
  ['a guest moves', 5, bookings.moveAsGuest],
  ['staff move', 5, bookings.moveAsStaff],
  ['a party changes', 6, bookings.changeParty],
  ['a guest cancels', 3, bookings.cancel],
  ['a status is set', 5, bookings.setStatus],
  ['a cancellation is undone', 6, bookings.undoCancellation],
  ['staff confirm', 3, bookings.confirmAll],
  ['attendance is marked', 2, bookings.attend],
  ['a payment', 2, bookings.pay],
  ['a hold', 6, channels.hold],
  ['a hold expires', 4, channels.holdExpires],
  ['a reseller books', 5, channels.resell],
  ['a reseller changes', 4, channels.changeResold],
  ['a key books', 3, channels.bookWithKey],
  ['a list is imported', 2, channels.importList],
  ['a calendar is imported', 2, channels.importFeed],
  ['something closes', 5, edits.close],
  ['a closure is undone', 4, edits.undoClosure],
  ['a closure is lifted', 3, edits.lift],
  ['capacity is cut', 4, edits.cut],
  ['a session is called off', 4, edits.callOff],
  ['a plan is saved', 5, edits.savePlan],
  ['a start changes', 4, edits.changeStart],
  ['a start is removed', 2, edits.removeStart],
  ['an experience changes', 3, edits.changeExperience],
  ['a vineyard is hidden', 1, edits.hide],
  ['a host changes', 2, edits.changeHost],
  ['legacy slots change', 3, edits.changeLegacySlots],
  ['time passes', 5, edits.passTime],
  ['the last bookable minute', 4, bookings.bookAtCutoff],
  ['the last minute to cancel', 2, bookings.cancelAtCutoff],
]
const weights = operations.map(([, weight]) => weight)
const allWeights = weights.reduce((sum, weight) => sum + weight, 0)

/** Plays one drawn operation, or the named one. Returns its name and what the site answered. */
export async function playOperation(
  market: Market,
  step: number,
): Promise<{ name: string; outcomes: Outcome[] }> {
  const { site, names } = market
  await site.startStep(step)
  const turn = new Turn(market)
  const [name, , run] = drawOperation(market, step)
  await run(turn)
  await names.learn(site.sql)
  turn.passMinutes(secondsBetween / 60)
  return { name, outcomes: turn.outcomes }
}

/** A market begins with bookings: nothing else has an effect before. */
function drawOperation({ draw }: Market, step: number): Operation {
  let left = draw.whole(0, (step <= 6 ? 24 : allWeights) - 1)
  const drawn = operations.find(([, weight]) => (left -= weight) < 0)
  if (!drawn) throw new Error('No operation was drawn.')
  return drawn
}
