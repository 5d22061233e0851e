import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** axe, with every rule in the light and with those that colours decide in the dark. */
export async function axeFindsNothing(page: Page): Promise<void> {
  const rest = { reducedMotion: 'reduce' as const }
  await page.emulateMedia({ ...rest, colorScheme: 'light' })
  await settle(page)
  const light = await new AxeBuilder({ page }).analyze()
  await page.emulateMedia({ ...rest, colorScheme: 'dark' })
  await settle(page)
  const dark = await new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']).analyze()
  const violations = [...light.violations, ...dark.violations]
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** A colour on its way from one scheme to the other has the contrast of neither. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.evaluate(() => {
    // What turns for ever, or with the scrolling, comes to no end.
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
