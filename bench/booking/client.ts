// A process of its own, so that the client's work does not count as the server's. Messages tell it what to book.
import { Lane } from './lane.ts'
import { bookingBody, rush, type Target } from './target.ts'

export type Order = {
  port: number
  lanes: number
  milliseconds: number
  /** Number of the first slot, so that a second run uses other slots. */
  from: number
  target: Target
}

process.on('message', (order: Order) => {
  void run(order).then(
    (tally) => process.send?.(tally),
    (error: Error) => process.send?.({ error: error.message }),
  )
})

async function run({ port, lanes, milliseconds, from, target }: Order) {
  const open = await Promise.all(Array.from({ length: lanes }, () => Lane.open(port)))
  const idle = [...open]
  let complaint: string | undefined
  const tally = await rush(lanes, milliseconds, async (n) => {
    const lane = idle.pop() as Lane
    const { status, body } = await lane.post(
      '/api/bookings',
      'application/json',
      bookingBody(target, from + n),
    )
    idle.push(lane)
    const booked = status === 201
    // An overloaded site may answer 503; anything else is an error.
    if (!booked && status !== 503) complaint ??= `${status} ${body.slice(0, 300)}`
    return booked
  })
  for (const lane of open) lane.close()
  return { ...tally, complaint }
}
