import fc from 'fast-check'

import type { Status } from './market-types.ts'

/** A number that chooses one of the existing rows. */
const any = fc.nat(1000)
const startTimes = ['00:30', '01:30', '10:00', '11:00', '23:30']
const guests = fc.constantFrom(1, 2, 2, 3, 3, 4, 7)
/** True three times out of four. */
const mostly = fc.nat(3).map((drawn) => drawn > 0)
/** A day, as a number of days after the first day of the window. */
const day = fc.integer({ min: -1, max: 6 })
const weekdays = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 7 })
const capacity = fc.integer({ min: 1, max: 8 })
const plan = fc.record({
  days_of_week: weekdays,
  start_time: fc.constantFrom(...startTimes),
  capacity,
  from: fc.integer({ min: -3, max: 3 }),
  lasts: fc.option(fc.integer({ min: 0, max: 5 })),
})
const statuses: Status[] = ['pending', 'confirmed', 'cancelled', 'completed']

const one = <Kind extends string, Rest>(kind: Kind, rest: { [Key in keyof Rest]: fc.Arbitrary<Rest[Key]> }) =>
  fc.record({ kind: fc.constant(kind), ...rest } as unknown as {
    [Key in keyof (Rest & { kind: Kind })]: fc.Arbitrary<(Rest & { kind: Kind })[Key]>
  })

const book = one('book', { slot: any, day, guests, known: mostly })
const cancel = one('cancel', { visit: any, with_key: fc.boolean() })
const undo = one('undo', { visit: any, repeats: mostly.map((drawn) => !drawn) })
const status = one('status', {
  visit: any,
  status: fc.constantFrom(...statuses),
  overbook: mostly.map((drawn) => !drawn),
  /** Whether the request of staff contains the status that they saw. */
  seen: mostly,
})
const move = one('move', {
  visit: any,
  slot: fc.option(any),
  known: mostly,
  day,
  guests: fc.option(guests),
  staff: fc.boolean(),
  overbook: mostly.map((drawn) => !drawn),
})
const createPlan = one('create plan', { offer: any, plan })
const updatePlan = one('update plan', {
  which: any,
  plan,
  keys: fc.subarray(['days_of_week', 'start_time', 'capacity', 'season', 'active'] as const, {
    minLength: 1,
  }),
  active: fc.boolean(),
})
const removePlan = one('remove plan', { which: any })
const addException = one('add exception', {
  scope: fc.constantFrom('vineyard', 'offer', 'plan'),
  which: any,
  day,
  lasts: fc.integer({ min: 0, max: 2 }),
  hours: fc.option(fc.constantFrom(['00:00', '01:30'], ['09:00', '11:00'], ['11:00', '23:59']), { freq: 2 }),
  capacity: fc.option(fc.integer({ min: 0, max: 10 }), { freq: 2 }),
  fate: fc.constantFrom<(null | 'keep' | 'cancel')[]>(null, 'keep', 'cancel'),
})
const removeException = one('remove exception', { which: any })
const offer = one('offer', { which: any, active: mostly })
const show = one('show', { visible: mostly })
const tick = one('tick', { minutes: fc.integer({ min: 1, max: 2000 }) })

/**
 * A cancellation by staff and its Undo. Between these steps, the guest or a reseller may cancel the booking, too.
 */
const undoneCancellation = fc
  .tuple(any, fc.option(fc.boolean(), { freq: 2 }), mostly)
  .map(([visit, with_key, seen]): Step[] => [
    { kind: 'status', visit, status: 'cancelled', overbook: false, seen },
    ...(with_key === null ? [] : [{ kind: 'cancel' as const, visit, with_key }]),
    { kind: 'undo', visit, repeats: false },
  ])

/** A step of a history. Its numbers choose among the rows that exist at that time. */
const step = fc.oneof(
  { weight: 14, arbitrary: book },
  { weight: 4, arbitrary: cancel },
  { weight: 8, arbitrary: status },
  { weight: 4, arbitrary: undo },
  { weight: 10, arbitrary: move },
  { weight: 1, arbitrary: createPlan },
  { weight: 2, arbitrary: updatePlan },
  { weight: 1, arbitrary: removePlan },
  { weight: 6, arbitrary: addException },
  { weight: 2, arbitrary: removeException },
  { weight: 1, arbitrary: offer },
  { weight: 1, arbitrary: show },
  { weight: 2, arbitrary: tick },
)
/** The steps of one history. */
export const steps = fc
  .tuple(
    fc.array(book, { minLength: 6, maxLength: 10 }),
    fc.array(
      fc.oneof(
        { weight: 14, arbitrary: step.map((one): Step[] => [one]) },
        { weight: 1, arbitrary: undoneCancellation },
      ),
      { minLength: 20, maxLength: 40 },
    ),
  )
  .map(([first, then]): Step[] => [...first, ...then.flat()])
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const offered = fc.record({
  minutes: fc.constantFrom(45, 90, 180),
  min: fc.integer({ min: 1, max: 2 }),
  max: fc.integer({ min: 4, max: 6 }),
  booking_cutoff: fc.constantFrom(0, 120, 1440),
  horizon: fc.constantFrom(7, 365),
  cancellation_cutoff: fc.constantFrom(0, 600),
})

/** The start of a history: a window of days with or without a clock change. */
export const opening = fc.record({
  window: fc.constantFrom('2026-03-27', '2026-10-23', '2027-03-26', '2026-07-10'),
  host: fc.option(fc.integer({ min: 3, max: 12 })),
  offers: fc.tuple(offered, offered),
  plans: fc.array(fc.record({ offer: any, plan }), { minLength: 3, maxLength: 5, size: 'max' }),
  singles: fc.array(
    fc.record({ offer: any, day, start: fc.constantFrom('00:30', '09:00', '12:00'), total: capacity }),
    { maxLength: 4 },
  ),
})
export type Opening = typeof opening extends fc.Arbitrary<infer Value> ? Value : never
