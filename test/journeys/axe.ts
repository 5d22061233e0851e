import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Frame, type Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * Expects no axe violations: checks all rules in light mode, and the rules on colours in dark mode. `parts` are selectors
 * that limit the check, because a whole page takes seconds.
 */
export async function axeFindsNothing(page: Page, ...parts: string[]): Promise<void> {
  const rest = { reducedMotion: 'reduce' as const }
  await page.emulateMedia({ ...rest, colorScheme: 'light' })
  await settle(page)
  const light = await violations(page, parts)
  await page.emulateMedia({ ...rest, colorScheme: 'dark' })
  await settle(page)
  const dark = await violations(page, parts, ['color-contrast', 'link-in-text-block'])
  expect([...light, ...dark]).toEqual([])
}

/** Describes the violations of `rules`, or of all rules. */
async function violations(page: Page, parts: string[], rules?: string[]): Promise<string[]> {
  const { origin } = new URL(page.url())
  const isSimple = page
    .frames()
    .every((frame) => /^(about:blank)?$/.test(frame.url()) || frame.url().startsWith(`${origin}/`))
  // The builder loads axe into every frame twice for each run, and frames of other sites need a separate page.
  if (isSimple) await Promise.all(page.frames().map(loadAxe))
  const builder = new AxeBuilder({ page, axeSource: isSimple ? 'void 0' : axe.source })
    .setLegacyMode(isSimple)
    // Leaves out elements that pass a rule: describing them takes time.
    .options({ resultTypes: ['violations'] })
  for (const part of parts) builder.include(part)
  if (rules) builder.withRules(rules)
  const found = await builder.analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
}

/** Waits for the transitions between the colour schemes, during which contrast is wrong. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.evaluate(() => {
    // Endless and scroll-driven animations never finish.
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
