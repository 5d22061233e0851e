import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Frame, type Page, test, type TestInfo } from '@playwright/test'
import { createRequire } from 'node:module'

export const schemes = ['light', 'dark'] as const

// A page reads the minified source in half the time.
const { source } = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof import('axe-core')

/** The rules whose result depends on the colour scheme. */
const colours = ['color-contrast', 'link-in-text-block']

const turns = new WeakMap<TestInfo, number>()

/** Returns true and false by turns within a test. The length of the test's title decides which comes first. */
export function takesFirst(): boolean {
  const info = test.info()
  const turn = (turns.get(info) ?? info.title.length) + 1
  turns.set(info, turn)
  return turn % 2 === 0
}

/**
 * Expects no axe violations. Checks the light and the dark scheme by turns, because one check takes as long as opening
 * a page. With LONG, checks both schemes. `parts` are selectors that limit the check.
 */
export function axeFindsNothing(page: Page, ...parts: string[]): Promise<void> {
  const [light, dark] = schemes
  const next = takesFirst() ? light : dark
  return axeFindsNothingIn(process.env.LONG ? schemes : [next], page, parts)
}

/**
 * Expects no axe violations. Checks the first scheme with all rules, and the second only with the rules about colours.
 */
export async function axeFindsNothingIn(
  checked: readonly ('light' | 'dark')[],
  page: Page,
  parts: string[] = [],
): Promise<void> {
  const found: string[] = []
  for (const [index, colorScheme] of checked.entries()) {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
    await settle(page)
    found.push(...(await violations(page, parts, index > 0 ? colours : undefined)))
  }
  expect(found).toEqual([])
}

/** Describes the violations of `rules`, or of all rules. */
async function violations(page: Page, parts: string[], rules?: string[]): Promise<string[]> {
  const { origin } = new URL(page.url())
  const isSimple = page
    .frames()
    .every((frame) => /^(about:blank)?$/.test(frame.url()) || frame.url().startsWith(`${origin}/`))
  // AxeBuilder loads axe into every frame twice for each run. This is needed only where frames show other sites.
  if (isSimple) await Promise.all(page.frames().map(loadAxe))
  const builder = new AxeBuilder({ page, axeSource: isSimple ? 'void 0' : source })
    .setLegacyMode(isSimple)
    // Elements that pass a rule are left out, because describing them takes time.
    .options({ resultTypes: ['violations'] })
  for (const part of parts) builder.include(part)
  if (rules) builder.withRules(rules)
  const found = await builder.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source)
}

/** Waits until the transition between the colour schemes has ended, because contrast is wrong until then. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.evaluate(() => {
    // Endless and scroll-driven animations never end, so they are not awaited.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline === document.timeline && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    return Promise.race([
      Promise.allSettled(ending.map(({ finished }) => finished)),
      new Promise((late) => setTimeout(late, 3000)),
    ])
  })
}
