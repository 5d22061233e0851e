import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no axe violations: all rules in light mode, those on colours in dark mode. `parts` are selectors that limit the
 * check, because a whole page takes seconds.
 */
export async function axeFindsNothing(page: Page, ...parts: string[]): Promise<void> {
  const rest = { reducedMotion: 'reduce' as const }
  await page.emulateMedia({ ...rest, colorScheme: 'light' })
  await settle(page)
  const axe = () => parts.reduce((builder, part) => builder.include(part), axeOn(page))
  const light = await axe().analyze()
  await page.emulateMedia({ ...rest, colorScheme: 'dark' })
  await settle(page)
  const dark = await axe().withRules(['color-contrast', 'link-in-text-block']).analyze()
  const violations = [...light.violations, ...dark.violations]
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** Legacy mode skips the separate page that frames need, and is four times as fast. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
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
