import { Counter, type CounterConfiguration, Gauge, Histogram, register, type Registry } from 'prom-client'

// The built site and the process that loads it each have a copy of the files that declare metrics, but share the registry.
const declare = <Metric>(name: string, create: () => Metric): Metric =>
  (register.getSingleMetric(name) as Metric | undefined) ?? create()

/** Returns the counter of this process with that name. Names end in `_total`. */
export function counter<Label extends string = never>(
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  return declare(name, () => new Counter<Label>({ name, help, labelNames } as CounterConfiguration<Label>))
}

/** Returns the histogram of this process with that name. `buckets` are in the unit of the name. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
): Histogram<Label> {
  return declare(name, () => new Histogram<Label>({ name, help, labelNames, buckets }))
}

/** Buckets in seconds, from the time for a cached page to the longest wait of a visitor. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The values of a gauge, each with its labels. */
export type GaugeValues = [labels: Record<string, string>, value: number][]

/** Adds a gauge with these values to a registry. */
export function addGauge(registry: Registry, name: string, help: string, values: GaugeValues): void {
  const labelNames = Object.keys(values[0]?.[0] ?? {})
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
  for (const [labels, value] of values) gauge.set(labels, value)
}

/** The use of a pool of connections. */
export type PoolUsage = { used: number; idle: number; waiting: number; limit: number }

export function addPoolGauges(registry: Registry, pools: Record<string, PoolUsage | undefined>): void {
  const known = Object.entries(pools).flatMap(([pool, usage]) => (usage ? [{ pool, usage }] : []))
  addGauge(
    registry,
    'chalk_database_pool_connections',
    'Connections of this process to the database by state.',
    known.flatMap(
      ({ pool, usage }): GaugeValues => [
        [{ pool, state: 'used' }, usage.used],
        [{ pool, state: 'idle' }, usage.idle],
      ],
    ),
  )
  addGauge(
    registry,
    'chalk_database_pool_limit',
    'The most connections that this process may open.',
    known.map(({ pool, usage }) => [{ pool }, usage.limit]),
  )
  addGauge(
    registry,
    'chalk_database_pool_waiting',
    'Statements and transactions of this process that wait for a connection.',
    known.map(({ pool, usage }) => [{ pool }, usage.waiting]),
  )
}
