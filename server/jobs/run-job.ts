import { SpanKind } from '@opentelemetry/api'

import { durationBuckets, histogram } from '../../app/platform/metrics.server.ts'
import type { Queryable } from '../../app/platform/database.server.ts'
import { isTracing, newRequestId, runAs, traced } from '../../app/platform/telemetry.server.ts'

const durations = histogram(
  'chalk_job_duration_seconds',
  'Duration of jobs by kind and outcome: done or failed.',
  ['job', 'outcome'],
  [...durationBuckets, 30, 60, 300],
)

/**
 * Runs a job under an id of its own, which is in each of its log lines; counts, times and traces it. `traceparent` is that
 * of the request that caused the job.
 */
export async function runJob<Value>(
  job: string,
  work: () => Promise<Value>,
  traceparent?: string | null,
): Promise<Value> {
  const end = durations.startTimer({ job })
  const options = { kind: SpanKind.CONSUMER, traceparent, is_root: true, attributes: { 'chalk.job': job } }
  try {
    const value = await runAs({ job: `${job}-${newRequestId()}` }, () => traced(`job ${job}`, options, work))
    end({ outcome: 'done' })
    return value
  } catch (error) {
    end({ outcome: 'failed' })
    throw error
  }
}

/** Returns the trace of the request that caused an email or a delivery; null unless traces are exported. */
export async function traceOf(
  sql: Queryable,
  table: 'emails' | 'webhook_deliveries',
  id: string,
): Promise<string | null> {
  if (!isTracing()) return null
  const [row] = await sql<{ traceparent: string | null }[]>`
    select traceparent from ${sql(table)} where id = ${id}`
  return row?.traceparent ?? null
}
