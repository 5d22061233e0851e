import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * axe, with every rule in the light and with those that colours decide in the dark. `parts` are the selectors of what to
 * look at, where the rest of the page is another journey's: of a whole page it takes seconds.
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

/** A page without frames is judged where it stands: what frames need, a page of its own for the verdict, takes four times as long. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
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
