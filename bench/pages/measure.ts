import { readFile } from 'node:fs/promises'

import { Visitor } from './visitor.ts'

/** Responses per second, and milliseconds of the server's processor for 1,000 of them (NaN without /proc). */
export type Pace = { rate: number; work: number }

/** Measures `visitors` that request a page again as soon as they have it. */
export async function pace(
  { port, pid }: { port: number; pid: number },
  path: string,
  fields: Record<string, string>,
  { visitors, milliseconds }: { visitors: number; milliseconds: number },
): Promise<Pace> {
  const wanted = 'If-None-Match' in fields ? 304 : 200
  const open = await Promise.all(Array.from({ length: visitors }, () => Visitor.open(port, path, fields)))
  let answers = 0
  const [before, began] = [await processorTime(pid), performance.now()]
  await Promise.all(
    open.map(async (visitor) => {
      while (performance.now() - began < milliseconds) {
        const status = await visitor.ask()
        if (status !== wanted) throw new Error(`${path} answered ${status} instead of ${wanted}.`)
        answers++
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  const work = ((await processorTime(pid)) - before) / (answers / 1000)
  for (const visitor of open) visitor.close()
  return { rate: answers / seconds, work }
}

/** Returns a process's processor time in milliseconds, in steps of ten; NaN without /proc. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
