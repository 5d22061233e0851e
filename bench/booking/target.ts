/** The slots to book: one, or a hundred thousand. */
export type Target = {
  vineyard_id: string
  experiences: string[]
  /** The patterns of the experiences, in the same order. */
  patterns: string[]
  days: string[]
  start_time: string
  price: number
}

/** Returns the slot of a number; neighbouring numbers are far apart in the tables. */
export function slotAt(target: Target, n: number) {
  const all = target.experiences.length * target.days.length
  // 7,919 is prime and divides no size used here, so all slots come before one repeats.
  const at = (n * 7919) % all
  const experience = at % target.experiences.length
  return {
    experience_id: target.experiences[experience] as string,
    pattern_id: target.patterns[experience] as string,
    day: target.days[Math.floor(at / target.experiences.length)] as string,
  }
}

export const guest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}

/** How often something was done, and in how many milliseconds. */
export type Tally = { done: number; failed: number; elapsed: number }

/** Runs concurrent loops of an action until the time is up. Actions in progress are finished and counted. */
export async function rush(
  loops: number,
  milliseconds: number,
  act: (n: number) => Promise<boolean>,
): Promise<Tally> {
  let [n, done, failed] = [0, 0, 0]
  const started = performance.now()
  const loop = async () => {
    while (performance.now() - started < milliseconds) {
      if (await act(n++)) done++
      else failed++
    }
  }
  await Promise.all(Array.from({ length: loops }, loop))
  return { done, failed, elapsed: performance.now() - started }
}
