// A process of its own, so that the client's work does not count as the server's. Messages tell it what to request.
import { Lane } from '../booking/lane.ts'
import { rush } from '../booking/target.ts'

/** A request: GET without a body, POST with one. */
export type Question = { path: string; body?: string; token?: string }

export type Order = { port: number; clients: number; milliseconds: number; questions: Question[] }

/** Milliseconds of each response, or the first error. */
export type Reply = { times: number[]; error?: string }

process.on('message', (order: Order) => {
  void run(order).then(
    (times) => process.send?.({ times } satisfies Reply),
    (error: Error) => process.send?.({ times: [], error: error.message } satisfies Reply),
  )
})

async function run({ port, clients, milliseconds, questions }: Order): Promise<number[]> {
  const idle = await Promise.all(Array.from({ length: clients }, () => Lane.open(port)))
  const times: number[] = []
  await rush(clients, milliseconds, async (n) => {
    const lane = idle.pop() as Lane
    const { path, body, token } = questions[n % questions.length] as Question
    const began = performance.now()
    const answer = await (body === undefined
      ? lane.get(path, token)
      : lane.post(path, 'application/json', body))
    times.push(performance.now() - began)
    idle.push(lane)
    if (answer.status !== 200 && answer.status !== 201)
      throw new Error(`${path} got status ${answer.status}: ${answer.body.slice(0, 300)}`)
    return true
  })
  for (const lane of idle) lane.close()
  return times
}
