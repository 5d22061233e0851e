import { SpanKind } from '@opentelemetry/api'

import { durationBuckets, histogram } from '../../app/platform/metrics.server.ts'
import type { Queryable } from '../../app/platform/database/database.server.ts'
import type { Log } from '../../app/platform/log.server.ts'
import { isTracing, newRequestId, runAs, traced } from '../../app/platform/telemetry.server.ts'

const durations = histogram(
  'chalk_job_duration_seconds',
  'Duration of jobs by kind and outcome: done or failed.',
  ['job', 'outcome'],
  [...durationBuckets, 30, 60, 300],
)

type JobOptions = {
  /** The log for failures. Without it, only pg-boss stores failures. */
  log?: Log
  /** The trace of the request that caused the job. */
  traceparent?: string | null
}

/** Runs a job under its own id, which is in each of its log lines. Counts, times and traces the job. */
export async function runJob<Value>(
  job: string,
  work: () => Promise<Value>,
  { log, traceparent }: JobOptions = {},
): Promise<Value> {
  const end = durations.startTimer({ job })
  const options = { kind: SpanKind.CONSUMER, traceparent, is_root: true, attributes: { 'chalk.job': job } }
  return runAs({ job: `${job}-${newRequestId()}` }, async () => {
    try {
      const value = await traced(`job ${job}`, options, work)
      end({ outcome: 'done' })
      return value
    } catch (err) {
      end({ outcome: 'failed' })
      log?.error({ err }, 'A job failed')
      throw err
    }
  })
}

/** Returns the trace of the request that caused an email or a delivery, or null if traces are not exported. */
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
