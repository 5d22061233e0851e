import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'

/** The request or the job that runs now. Log lines name it. */
export type Activity = {
  request_id?: string
  job?: string
  /** The pattern of the request's route, such as `/book-now/:id`; never a path, which may hold the key to a booking. */
  route?: string
  /** Whether the activity only reads data, so that it causes no job. */
  is_read?: boolean
}

type Telemetry = { activities: AsyncLocalStorage<Activity>; is_tracing: boolean }

// The built site and the process that loads it each have a copy of this file, and share one state.
const key = Symbol.for('chalk-and-vine.telemetry')
const shared = globalThis as { [key]?: Telemetry }
const telemetry: Telemetry = (shared[key] ??= { activities: new AsyncLocalStorage(), is_tracing: false })

export const currentActivity = (): Activity | undefined => telemetry.activities.getStore()

/** Runs work, and everything that it awaits, as the activity. */
export const runAs = <Value>(activity: Activity, work: () => Value): Value =>
  telemetry.activities.run(activity, work)

/** Stores the pattern of the request's route, which may lack its first slash, for metrics and traces. */
export function nameRoute(pattern: string): void {
  const activity = currentActivity()
  if (activity) activity.route = pattern.startsWith('/') ? pattern : `/${pattern}`
}

/** Returns 16 hexadecimal digits, short enough to read out on the phone. */
export function newRequestId(): string {
  const id = randomUUID()
  return id.slice(0, 8) + id.slice(-8)
}

/** Allows spans to be made. Called once the OpenTelemetry SDK runs. */
export function turnTracingOn(): void {
  telemetry.is_tracing = true
}

export const isTracing = (): boolean => telemetry.is_tracing

/** Returns the fields that tie a log line to its request, job and trace. */
export function activityFields(): Record<string, string> {
  const { request_id, job } = currentActivity() ?? {}
  const span = telemetry.is_tracing ? trace.getActiveSpan()?.spanContext() : undefined
  return { ...(request_id && { request_id }), ...(job && { job }), ...(span && { trace_id: span.traceId }) }
}

type SpanOptions = {
  kind: SpanKind
  attributes?: Attributes
  /** The W3C `traceparent` of the request or job that caused the work; without it the work belongs to the current span. */
  traceparent?: string | null | undefined
  /** Whether the work starts a trace of its own. */
  is_root?: boolean
}

const tracer = () => trace.getTracer('chalk-and-vine')

/** Starts a span; undefined if traces are not exported. Attributes hold no personal data, no paths and no values of SQL. */
export function startSpan(name: string, { kind, attributes = {}, ...origin }: SpanOptions): Span | undefined {
  if (!telemetry.is_tracing) return undefined
  const parent = origin.traceparent
    ? contextOf(origin.traceparent)
    : origin.is_root
      ? ROOT_CONTEXT
      : context.active()
  return tracer().startSpan(name, { kind, attributes }, parent)
}

/** Runs work within the span, if there is one. */
export function within<Value>(span: Span | undefined, work: () => Value): Value {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work()
}

/** Ends the span. Records only the type or code of an error, because messages may quote typed text. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (!span) return
  if (error !== undefined) {
    const { code, name } = error as { code?: unknown; name?: unknown }
    span.setAttribute('error.type', String(code ?? name ?? 'unknown'))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Runs work in a span of its own. */
export async function traced<Value>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Value>,
): Promise<Value> {
  const span = startSpan(name, options)
  try {
    const value = await within(span, work)
    endSpan(span)
    return value
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/**
 * Returns the `traceparent` for rows that become jobs; undefined if traces are off or the activity writes no such row. Returns ''
 * outside traces and, to save a round trip, also in requests that were not sampled: their jobs are sampled at the same rate.
 */
export function traceparentOfJobs(): string | undefined {
  if (!telemetry.is_tracing || currentActivity()?.is_read) return undefined
  const { traceFlags = 0 } = trace.getActiveSpan()?.spanContext() ?? {}
  const carrier: { traceparent?: string } = {}
  if (traceFlags & TraceFlags.SAMPLED) propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? ''
}

const contextOf = (traceparent: string) => propagation.extract(ROOT_CONTEXT, { traceparent })
