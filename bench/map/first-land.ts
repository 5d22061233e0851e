import { type Browser, type CDPSession, devices, type Page } from '@playwright/test'

/**
 * Milliseconds from pressing Map until the browser has drawn land, towns and pins, and `live` until MapLibre has drawn land and
 * towns. `bytes` came until then, without the map's code.
 */
export type FirstLand = { land: number; towns: number; pins: number; live: number; bytes: number }

type Watched = Partial<Record<'land' | 'towns' | 'pins' | 'liveLand' | 'liveTowns', number>>

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
      return seen.liveLand && seen.liveTowns && seen.pins
    },
    undefined,
    { timeout: 60_000 },
  )
  return page.evaluate(() => {
    const { seen, pressed } = window as unknown as { seen: Watched; pressed: number }
    const { liveLand = 0, liveTowns = 0, pins = 0, land = liveLand, towns = liveTowns } = seen
    const after = (at: number) => Math.round(at - pressed)
    return {
      land: after(land),
      towns: after(towns),
      pins: after(pins),
      live: after(Math.max(liveLand, liveTowns)),
    }
  })
}

/** Runs in the page: after each frame reads what MapLibre has drawn, and looks for the outline, towns and pins. */
function watchMap() {
  const seen: Watched = {}
  Object.assign(window, { seen })
  const note = (what: keyof Watched) => void (seen[what] ??= performance.now())
  // A message comes after the frame in which it was sent is drawn.
  const noteDrawn = (what: keyof Watched) =>
    next(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => note(what)
      port2.postMessage(null)
    })
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
    if (document.querySelector<HTMLImageElement>('.map-outline')?.complete) noteDrawn('land')
    if (document.querySelector('.map-towns text')) noteDrawn('towns')
    if (document.querySelector('.map-place button')) noteDrawn('pins')
  }).observe(document, { childList: true, subtree: true })

  /** Land and sea are the two colours of the map; only names are dark. */
  function look() {
    if (!gl || (seen.liveLand && seen.liveTowns)) return
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
    if (green > pixels.length / 400) note('liveLand')
    if (dark > 40) note('liveTowns')
  }
}
