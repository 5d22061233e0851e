import type { Browser, Page } from '@playwright/test'

import { longestWork } from './work.ts'

/**
 * One round of dragging, in milliseconds: `long` are the browser's long tasks (over 50) in wall-clock time, `work` is the
 * longest task in processor time.
 */
export type Dragged = {
  long: number[]
  work: number
  frame: number
  markers: number
  queries: number
  ready: number
}

type Watched = { long: number[]; frames: number[]; markers: number; stop: boolean }

/** Opens the map, zooms in, waits until it is idle, and drags it with the mouse. */
export async function dragAbout(
  browser: Browser,
  page: Page,
  address: string,
  zoomIns: number,
): Promise<Dragged> {
  await page.goto(address)
  await page.locator('.cluster, .pin').first().waitFor()
  const ready = await page.evaluate(() => Math.round(performance.now()))
  const box = page.locator('.map-box')
  await box.scrollIntoViewIfNeeded()
  for (let n = 0; n < zoomIns; n++) {
    await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
    await page.waitForTimeout(700)
  }
  await page.waitForTimeout(2500)

  let queries = 0
  const count = (request: { url: () => string }) => {
    if (request.url().includes('/api/')) queries++
  }
  page.context().on('request', count)
  await page.evaluate(startWatching)
  await browser.startTracing(page, { categories: ['toplevel'] })
  const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const middle = { x: x + width / 2, y: y + height / 2 }
  for (const [right, down] of [
    [260, 60],
    [-300, -90],
    [120, 140],
    [-240, 80],
    [300, -120],
    [-60, -160],
  ] as const) {
    // The drag may start on a pin, which moves the map as well.
    await page.mouse.move(middle.x - right / 2, middle.y - down / 2)
    await page.mouse.down()
    await page.mouse.move(middle.x + right / 2, middle.y + down / 2, { steps: 30 })
    await page.mouse.up()
    await page.waitForTimeout(500)
  }
  const { long, frames, markers } = await page.evaluate(endWatching)
  const work = longestWork(await browser.stopTracing())
  page.context().off('request', count)
  const gaps = frames.slice(1).map((at, n) => at - frames[n]!)
  return { long, work, markers, queries, ready, frame: gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0 }
}

function startWatching() {
  const watched: Watched = { long: [], frames: [], markers: 0, stop: false }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    if (!watched.stop) watched.long.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })
  const look = (at: number) => {
    if (watched.stop) return
    watched.frames.push(at)
    watched.markers = Math.max(watched.markers, document.querySelectorAll('.map-place').length)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function endWatching(): Watched {
  const { watched } = window as unknown as { watched: Watched }
  watched.stop = true
  return watched
}
