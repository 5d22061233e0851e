import { Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'

import { clientAddressOf } from './client-address.server.ts'
import { limitBodies } from './body-limit.server.ts'
import type { AppDependencies } from '../app-dependencies.ts'

const largestReport = 16 * 1024
/** Violations that are logged per report. */
const mostLogged = 5
/** Reports that this process reads per minute, from one address and in all. */
const limits = { address: 10, all: 60 }

/** The fields that are read from a report (W3C CSP 3 §5), by their names in the Reporting API and in `report-uri`. */
const reports = z.union([
  z.array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({
        effectiveDirective: z.string(),
        blockedURL: z.string().nullish(),
        documentURL: z.string(),
      }),
    }),
  ),
  z
    .object({
      'csp-report': z.object({
        'effective-directive': z.string().optional(),
        'violated-directive': z.string().optional(),
        'blocked-uri': z.string().nullish(),
        'document-uri': z.string(),
      }),
    })
    .transform(({ 'csp-report': report }) => [
      {
        body: {
          effectiveDirective: report['effective-directive'] ?? report['violated-directive'] ?? '',
          blockedURL: report['blocked-uri'],
          documentURL: report['document-uri'],
        },
      },
    ]),
])

/** Accepts browsers' reports of content policy violations. Logs a redacted line for each violation and stores nothing. */
export function policyReports({ config, log }: Pick<AppDependencies, 'config' | 'log'>): Hono {
  const byAddress = new RateLimiterMemory({ points: limits.address, duration: 60 })
  const byAll = new RateLimiterMemory({ points: limits.all, duration: 60 })
  const mayReport = (address: string) =>
    byAddress
      .consume(address)
      .then(() => byAll.consume('all'))
      .then(Boolean, () => false)

  return new Hono()
    .use(limitBodies({ usual: largestReport, below: {} }, (c) => c.text('This report is too large.', 413)))
    .post('/', async (c) => {
      if (!(await mayReport(clientAddressOf(c, config.trusted_proxies)))) {
        c.header('Retry-After', '60')
        return c.text('Too many reports. Please try again in a minute.', 429)
      }
      const read = reports.safeParse(await c.req.json().catch(() => null))
      if (!read.success) return c.text('This is not a report of a content policy violation.', 400)
      for (const { body } of read.data.slice(0, mostLogged))
        log.warn(redact(body), 'A content policy was violated')
      return c.body(null, 204)
    })
}

type Violation = { effectiveDirective: string; blockedURL?: string | null | undefined; documentURL: string }

/** Returns only values that identify nobody: the directive, the blocked address without its path, and the kind of page. */
function redact({ effectiveDirective, blockedURL, documentURL }: Violation) {
  const [directive = ''] = effectiveDirective.split(' ')
  const [, first = ''] = URL.parse(documentURL)?.pathname.split('/') ?? []
  return {
    directive: /^[a-z-]{1,40}$/.test(directive) ? directive : 'unknown',
    blocked: originOf(blockedURL ?? ''),
    page: /^[a-z-]{0,30}$/.test(first) ? `/${first}` : 'unknown',
  }
}

function originOf(blocked: string): string {
  const url = URL.parse(blocked)
  if (!url) return /^[a-z-]{1,40}$/.test(blocked) ? blocked : 'unknown'
  return (/^https?:$/.test(url.protocol) ? url.origin : url.protocol).slice(0, 100)
}
