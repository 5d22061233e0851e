import { readFileSync } from 'node:fs'

const read = (path: string) => readFileSync(path, 'utf8')

export const rulesFile = 'deploy/monitoring/alerts.yml'

/** Returns the alerts in the rules, each with its expression and the page that says what an operator must do. */
export function readAlerts(): { name: string; expr: string; runbook: string }[] {
  return [...read(rulesFile).matchAll(/- alert: (\w+)\n\s+expr: (.+)\n[\s\S]*?runbook_url: (\S+)/g)].map(
    ([, name = '', expr = '', runbook = '']) => ({ name, expr, runbook }),
  )
}

/** Returns the expressions of the dashboard's panels. */
export function readPanels(): string[] {
  const { panels } = JSON.parse(read('deploy/monitoring/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** Returns the names of the metrics in an expression. `up` is left out, because Prometheus makes it. */
export function metricsIn(expr: string): string[] {
  return [...new Set(expr.match(/\b(?:chalk|http|process|nodejs)_\w+/g) ?? [])].filter(
    (name) => !/^http_(?:route|request_method|response_status_code)$/.test(name),
  )
}

/** Returns the names of the metrics that a metrics page declares, including the parts of histograms. */
export function metricsOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}

/** Returns the headings of the sections of the guide's page about alerts. */
export function sectionsOfAlerts(): string[] {
  return [...read('docs/guide/run/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name)
}
