import { type Browser, type CDPSession, devices, type Page } from '@playwright/test'

/** Milliseconds from pressing Map until each is drawn, and the bytes that came meanwhile without the map's code. */
export type FirstLand = { outline: number; land: number; towns: number; pins: number; bytes: number }

type Watched = Partial<Record<'press' | 'outline' | 'land' | 'towns' | 'pins', number>>

/** Slow 4G and a processor four times slower, as Lighthouse and Chrome's tools have them. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const slowerProcessor = 4
const isCode = /\.m?js(\?|$)/

/**
 * Presses Map on Explore, on a throttled phone. With `code` (the URLs of the map's code) the browser has it already; nothing
 * else of the map is in its cache. Also returns the code that was loaded.
 */
export async function pressMap(
  browser: Browser,
  origin: string,
  code: string[],
): Promise<{ seen: FirstLand; code: string[] }> {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7']
  const context = await browser.newContext({ ...phone, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.addInitScript(watchMap)
  await page.goto(`${origin}/explore`, { waitUntil: 'networkidle' })
  for (const url of code) await page.evaluate((url) => fetch(url).then((answer) => answer.blob()), url)

  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  const loaded = countBytes(session)
  const map = page.getByRole('link', { name: 'Map', exact: true })
  await map.scrollIntoViewIfNeeded()
  await map.evaluate((link) => {
    link.addEventListener('pointerdown', () => Object.assign(window, { pressed: performance.now() }))
  })
  await map.tap()
  const seen = await waitForAll(page)
  const answer = { seen: { ...seen, bytes: loaded.bytes() }, code: loaded.code() }
  await context.close()
  return answer
}

function countBytes(session: CDPSession) {
  const urls = new Map<string, string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(urls.get(requestId) ?? 'about:blank')
    if (/^\/(assets|api\/explore)\//.test(pathname) && !isCode.test(pathname)) bytes += encodedDataLength
  })
  return { bytes: () => bytes, code: () => [...urls.values()].filter((url) => isCode.test(url)) }
}

async function waitForAll(page: Page): Promise<Omit<FirstLand, 'bytes'>> {
  await page.waitForFunction(
    () => {
      const { seen } = window as unknown as { seen: Watched }
      return seen.land && seen.towns && seen.pins
    },
    undefined,
    { timeout: 60_000 },
  )
  return page.evaluate(() => {
    const { seen, pressed } = window as unknown as { seen: Required<Watched>; pressed: number }
    const after = (at: number) => Math.round(at - pressed)
    // Without an outline nothing is drawn before the land.
    const outline = after(seen.outline ?? seen.land)
    return { outline, land: after(seen.land), towns: after(seen.towns), pins: after(seen.pins) }
  })
}

/** Runs in the page: after each frame reads what the map has drawn, and looks for an outline and for pins. */
function watchMap() {
  const seen: Watched = {}
  Object.assign(window, { seen })
  const note = (what: keyof Watched) => void (seen[what] ??= performance.now())
  let gl: WebGL2RenderingContext | undefined
  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...args: [string]) {
    const context = getContext.apply(this, args)
    if (context instanceof WebGL2RenderingContext) gl = context
    return context
  } as typeof getContext

  const next = requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) =>
    next((time) => {
      draw(time)
      look()
    })
  new MutationObserver(() => {
    if (document.querySelector('.map-outline')) note('outline')
    if (document.querySelector('.map-place button')) note('pins')
  }).observe(document, { childList: true, subtree: true })

  /** Land and sea are the two colours of the map; only names are dark. */
  function look() {
    if (!gl || (seen.land && seen.towns)) return
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
    const pixels = new Uint8Array(4 * width * height)
    gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
    let [green, dark] = [0, 0]
    for (let at = 0; at < pixels.length; at += 4) {
      const [red = 0, yellow = 0, blue = 0, opaque = 0] = pixels.subarray(at, at + 4)
      if (opaque < 250) continue
      if (yellow > 220 && blue < yellow - 15 && red < yellow - 5) green++
      if (yellow < 110) dark++
    }
    if (green > pixels.length / 400) note('land')
    if (dark > 40) note('towns')
  }
}
