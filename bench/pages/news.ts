import { setTimeout as sleep } from 'node:timers/promises'

import { processorTime } from './measure.ts'
import { Visitor } from './visitor.ts'

type Site = { port: number; pid: number }

/** Sends requests for a page at the same moment. Returns the milliseconds until the last has it, and of the processor. */
export async function herdOf({ port, pid }: Site, path: string, size: number) {
  const herd = await Promise.all(Array.from({ length: size }, () => Visitor.open(port, path)))
  const [before, began] = [await processorTime(pid), performance.now()]
  const answers = await Promise.all(herd.map((visitor) => visitor.ask()))
  const last = performance.now() - began
  const work = (await processorTime(pid)) - before
  for (const visitor of herd) visitor.close()
  const refused = answers.find((status) => status !== 200)
  if (refused) throw new Error(`${path} got status ${refused}.`)
  return { last, work }
}

/** Returns the milliseconds from the end of a change until every process shows it, while all get requests. */
export async function untilSeen(
  processes: readonly Site[],
  path: string,
  act: () => PromiseLike<unknown>,
  shows: (html: string) => boolean,
): Promise<number> {
  const read = async ({ port }: Site) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  // Each process caches the page first.
  for (let n = 0; n < 3; n++) {
    await Promise.all(processes.map(read))
    await sleep(150)
  }
  await act()
  const done = performance.now()
  await Promise.all(
    processes.map(async (one) => {
      while (!shows(await read(one))) {
        if (performance.now() - done > 20_000) throw new Error(`${path} never showed the change.`)
        await sleep(10)
      }
    }),
  )
  return performance.now() - done
}
