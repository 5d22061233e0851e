import { context, propagation, trace } from '@opentelemetry/api'
import { setTimeout as sleep } from 'node:timers/promises'

import manifest from '../package.json' with { type: 'json' }
import { turnTracingOn } from '../app/platform/telemetry.server.ts'

/** Milliseconds to wait for the collector at the end. A silent collector must not keep the process alive. */
const farewell = 2000

/**
 * Exports traces by OTLP over HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is set, and
 * otherwise loads nothing. The exporter reads the other `OTEL_EXPORTER_OTLP_…` variables. Returns a function
 * that sends the remaining spans, for at most 2 s.
 */
export async function startTracing(
  service: string,
  env: Record<string, string | undefined> = process.env,
): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT && !env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return async () => {}
  const [
    sdk,
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    resources,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ])
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME || service,
      'service.version': manifest.version,
    }),
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(Number.isNaN(share) ? 1 : share),
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  turnTracingOn()
  return async () => {
    const sent = provider.shutdown().catch(() => {})
    await Promise.race([sent, sleep(farewell, undefined, { ref: false })])
  }
}
