import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'

import { freePort } from '../processes.ts'

/** Lighthouse's result for a mid-range phone over slow 4G. */
export type Look = {
  /** Scores from 0 to 100, by category. */
  scores: Record<string, number>
  /** The largest contentful paint and the total blocking time, in milliseconds. */
  lcp: number
  tbt: number
  /** The speed of the machine, as Lighthouse measured it. */
  machine: number
  /** The cumulative layout shift: how far the parts of the page moved. */
  cls: number
  /** The URLs of other sites that the page requested. */
  foreign: string[]
  /** The audits that cost points, each with its title and first finding. */
  faults: string[]
}

const all = ['performance', 'accessibility', 'best-practices', 'seo']

/** Thrown when Lighthouse has no result, because the browser lost its trace. Another run usually succeeds. */
class TraceLost extends Error {}

/** Runs Lighthouse in a new browser, up to three times if the trace is lost. */
export async function look(address: string, categories: string[] = all): Promise<Look> {
  for (let tries = 1; ; tries++) {
    try {
      return await lookOnce(address, categories)
    } catch (error) {
      if (!(error instanceof TraceLost) || tries === 3) throw error
    }
  }
}

const openBrowser = (port: number) =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })

/** Returns how many ms after the navigation the map at this address has pins, at the full speed of this machine. */
export async function timeUntilPins(address: string): Promise<number> {
  const browser = await openBrowser(await freePort())
  try {
    const page = await browser.newPage()
    await page.goto(address, { waitUntil: 'commit' })
    const pinned = await page.waitForFunction(
      () => document.querySelector('.map-layer button') && performance.now(),
    )
    return (await pinned.jsonValue()) ?? Number.NaN
  } finally {
    await browser.close()
  }
}

async function lookOnce(address: string, categories: string[]): Promise<Look> {
  const port = await freePort()
  const browser = await openBrowser(port)
  try {
    const seen = await lighthouse(address, { port, logLevel: 'error', onlyCategories: categories })
    if (!seen || seen.lhr.runtimeError)
      throw new TraceLost(seen?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.')
    return read(seen.lhr, new URL(address).origin)
  } finally {
    await browser.close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']
type Item = { url?: string }

function read({ categories, audits, environment }: Report, origin: string): Look {
  const valueOf = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const { details } = audits['network-requests'] ?? {}
  const requests = (details?.type === 'table' ? details.items : []) as Item[]
  const ofOthers = requests.flatMap(({ url = '' }) =>
    /^https?:/.test(url) && new URL(url).origin !== origin ? [url] : [],
  )
  const costly = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.995) return []
      return [`${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}${firstOf(audit)}`]
    }),
  )
  return {
    scores: Object.fromEntries(
      Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
    ),
    lcp: valueOf('largest-contentful-paint'),
    tbt: valueOf('total-blocking-time'),
    cls: valueOf('cumulative-layout-shift'),
    machine: environment.benchmarkIndex,
    foreign: [...new Set(ofOthers)],
    faults: costly,
  }
}

/** Returns the first item in an audit's list of problems. */
function firstOf({ details }: Report['audits'][string]): string {
  if (details?.type !== 'table' && details?.type !== 'opportunity') return ''
  const [first] = details.items as { node?: { snippet?: string }; url?: string; description?: unknown }[]
  const what = first?.node?.snippet ?? first?.url ?? first?.description
  return typeof what === 'string' ? `: ${what.slice(0, 160)}` : ''
}
