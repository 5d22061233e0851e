import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'

import { limitLoad } from '../../app/platform/http/load-limiter.server.ts'
import { expect, type Page, test } from './journey.ts'
import { makeEstate, weekendAhead } from './own-estate.ts'

test.use({ javaScriptEnabled: false })

/** Opens the site behind a load limiter that refuses forms while `isFull` is true. */
async function openFullSite(site = '') {
  const state = { isFull: true }
  const { refuseWhenFull } = limitLoad({ at_once: 0, max_waiting: 0 })
  const app = new Hono()
    .use((c, next) => (state.isFull && c.req.method === 'POST' ? refuseWhenFull(c, next) : next()))
    .all('*', (c) => {
      const { pathname, search } = new URL(c.req.url)
      const { origin: _, ...headers } = c.req.header()
      return proxy(new URL(pathname + search, site), { raw: c.req.raw, headers, redirect: 'manual' })
    })
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { state, base: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function typeIn(page: Page) {
  await page.getByLabel('Full name').fill('Priya Anand')
  await page.getByLabel('Email').fill('priya@example.com')
  await page.getByLabel('Phone').fill('07700 900461')
  await page.getByRole('radio', { name: /^11:00 AM/ }).check({ force: true })
  await page.getByRole('button', { name: 'Book for 2 guests' }).click()
  await expect(page.getByRole('heading', { name: 'Very many people are here right now.' })).toBeVisible()
  await expect(page.getByText('Reload this page in a moment to send the form again.')).toBeVisible()
}

test('after an overloaded site refused a form, Back shows the typed form, and a reload sends it', async ({
  page,
  baseURL,
}) => {
  const site = await openFullSite(baseURL)
  try {
    const { vineyard, walk } = await makeEstate()
    await page.goto(
      `${site.base}/book-now/${vineyard.id}?experience=${walk.id}&date=${weekendAhead().saturday}`,
    )
    await typeIn(page)
    await page.goBack()
    await expect(page.getByLabel('Full name')).toHaveValue('Priya Anand')
    await expect(page.getByLabel('Email')).toHaveValue('priya@example.com')
    await expect(page.getByLabel('Phone')).toHaveValue('07700 900461')
    await expect(page.getByRole('radio', { name: /^11:00 AM/ })).toBeChecked()

    await typeIn(page)
    site.state.isFull = false
    await page.reload()
    await expect(page.getByText('Please arrive 15 minutes early.')).toBeVisible()
  } finally {
    site.close()
  }
})
