import { expect, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'

for (const area of ['winemaker', 'admin'] as const)
  test(`no word of the ${area} menu or of the weekdays is broken across lines`, async ({ page, context }) => {
    if (area === 'admin') await enterAsAdmin(context)
    else await enterAs(context, (await makeEstate()).winemaker)
    await arrive(page, `/${area}/calendar${area === 'admin' ? '' : '?view=week'}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.locator('.bar li a, .week-days h2 a').evaluateAll(brokenWords), `${width}`).toEqual(
        [],
      )
    }
  })

/** Returns the words in these elements that are broken across two lines. */
function brokenWords(elements: Element[]): string[] {
  const range = document.createRange()
  const isBroken = (text: Text, { index, 0: word }: RegExpMatchArray) => {
    range.setStart(text, index ?? 0)
    range.setEnd(text, (index ?? 0) + word.length)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
  }
  return elements.flatMap((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    while (walker.nextNode()) {
      const text = walker.currentNode as Text
      for (const word of text.data.matchAll(/\S+/g)) if (isBroken(text, word)) broken.push(word[0])
    }
    return broken
  })
}

test('slow navigation shows a skeleton', async ({ page }) => {
  await arrive(page, '/privacy')
  // The connection is made slow. Intercepting responses would not have the same effect.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await page.getByRole('link', { name: 'Chalk & Vine' }).first().click()
  await expect(page.getByRole('status', { name: 'Loading the featured vineyard' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Chalk & Vine', level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading the featured vineyard' })).toHaveCount(0)
})
