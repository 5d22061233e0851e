type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: { name?: string }
}

/** Returns the longest task of the page's main thread in a trace, in milliseconds of processor time. */
export function longestWork(trace: Buffer): number {
  const { traceEvents: events }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  const mains = events
    .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`)
  // The busiest main thread is that of the map.
  const tasks = Map.groupBy(
    events.filter(({ ph, name }) => ph === 'X' && name.endsWith('RunTask')),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  const [page = []] = mains.map((main) => tasks.get(main) ?? []).toSorted((a, b) => b.length - a.length)
  if (page.length === 0) throw new Error('The trace holds no task of a page.')
  return Math.max(...page.map(({ tdur = 0 }) => tdur)) / 1000
}
