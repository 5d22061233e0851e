import { expect, test } from 'vitest'

import { metricsIn, readAlerts, readPanels, sectionsOfAlerts } from './monitoring/files.ts'

// `npm run test:monitoring` checks the expressions with promtool and a running site.

test('every alert has a section in the guide, in the same order, and links to this section', () => {
  const alerts = readAlerts()
  expect(alerts.length).toBeGreaterThan(10)
  expect(sectionsOfAlerts()).toEqual(alerts.map(({ name }) => name))
  for (const { name, runbook } of alerts) expect(runbook).toBe(`/guide/run/alerts#${name.toLowerCase()}`)
})

test('every panel of the dashboard shows a metric', () => {
  const panels = readPanels()
  expect(panels.length).toBeGreaterThan(20)
  for (const expr of panels) expect(metricsIn(expr), expr).not.toEqual([])
})
