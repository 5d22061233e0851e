import { expect, type Locator, type Page, test } from './journey.ts'

import { enterAs, enterAsAdmin, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses a key until the element has the focus. Fails if the element is never reached. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowRight' = 'Tab') {
  await target.waitFor()
  for (let press = 0; press < 120; press++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} never reaches ${target}`)
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Returns the controls of the page that Tab does not reach in one pass. */
async function leftOut(page: Page): Promise<string[]> {
  const count = await page.getByRole('main').evaluate((main) => {
    const those =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]'
    const found = [...main.querySelectorAll<HTMLInputElement>(those)].filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled,
    )
    // Tab reaches one radio button of a group and one day of a month. Arrow keys reach the others.
    const groupOf = ({ dataset, type, name }: HTMLInputElement) =>
      dataset.day === undefined ? (type === 'radio' ? name : '') : 'days'
    const groups = new Set<string>()
    const wanted = found.filter((one) => {
      const group = groupOf(one)
      const [isFirst] = [!groups.has(group), groups.add(group)]
      return group === '' || isFirst
    })
    for (const one of wanted) one.dataset.untouched = groupOf(one)
    main.addEventListener('focusin', ({ target }) => {
      const one = target as HTMLInputElement
      const group = groupOf(one)
      const touched = group === '' ? [one] : wanted.filter((other) => groupOf(other) === group)
      for (const each of touched) delete each.dataset.untouched
    })
    main.focus()
    return found.length + 4 * found.filter(({ type }) => type === 'date' || type === 'time').length
  })
  // A date or time field has several tab stops.
  for (let press = 0; press < count + 10; press++) await page.keyboard.press('Tab')
  return page
    .locator('main [data-untouched]')
    .evaluateAll((those) => those.map((one) => one.outerHTML.slice(0, 120)))
}

/** Waits until the code of a page is prefetched. */
async function isPrefetched(page: Page, code: string) {
  const prefetched = page.locator(`link[rel=modulepreload][href*="/${code}-"]`).first()
  await expect(prefetched).toBeAttached()
  // This second request for the code ends only after the prefetch has ended.
  await prefetched.evaluate((one: HTMLLinkElement) => fetch(one.href).then((response) => response.text()))
}

const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const link = (page: Page | Locator, name: string | RegExp) => page.getByRole('link', { name })

test('an admin searches, edits, closes a day and writes by keyboard, and the focus is never lost', {
  tag: '@long',
}, async ({ page, context }) => {
  const { vineyard, walk, winemaker } = await makeEstate()
  const { saturday } = weekendAhead()
  await enterAsAdmin(context)
  await page.clock.install()

  await test.step('the skip link leads past the bar to the content', async () => {
    await page.goto('/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await press(page, link(page, 'Skip to content'))
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the search dialog returns the focus', async () => {
    const entry = link(page, 'Experiences').first()
    await tabTo(page, entry, 'Shift+Tab')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByLabel('Search for')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(entry).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/experiences$/)
  })

  await test.step('search and sort a list, and set and undo a switch', async () => {
    await tabTo(page, page.getByLabel('Title, vineyard, town or county'))
    await page.keyboard.type(vineyard.name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One experience found')
    await press(page, link(page, 'Per person'))
    await expect(page.getByRole('columnheader', { name: 'Per person' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    const sale = page.getByRole('switch', { name: 'On sale: Walk of the rows' })
    await press(page, sale, 'Space')
    await expect(sale).not.toBeChecked()
    await expect(sale).toBeFocused()
    await expect(page.getByText('Walk of the rows is off sale.')).toBeVisible()
    await press(page, button(page, 'Undo'))
    await expect(sale).toBeChecked()
  })

  await test.step('a dialog takes the focus, keeps typed text after an error, and returns the focus', async () => {
    await page.goto(`/admin/winemakers?vineyard_id=${vineyard.id}`)
    const change = button(page, `Change ${winemaker.name}`)
    await press(page, change)
    const dialog = page.getByRole('dialog', { name: `Change ${winemaker.name}` })
    await tabTo(page, dialog.getByLabel('Position'))
    await onSiteDatabase((sql) => sql`update winemakers set name = 'Wyn Anew' where id = ${winemaker.id}`)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Head gardener')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('cell', { name: 'Wyn Anew' })).toBeVisible()
    await expect(dialog.getByLabel('Position')).toHaveValue('Head gardener')
    // A second press within 300 ms would count as a double click.
    await page.clock.fastForward(300)
    await press(page, button(dialog, 'Save'))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('rowheader', { name: /Wyn Anew.*Head gardener/ })).toBeVisible()
    await press(page, button(page, 'Change Wyn Anew'))
    await page.keyboard.press('Escape')
    await expect(button(page, 'Change Wyn Anew')).toBeFocused()
  })

  await test.step('without a connection, a page says so and loads on retry', async () => {
    await press(page, link(page, 'Vineyards').first())
    await expect(page).toHaveURL(/\/admin\/vineyards$/)
    await expect(page.getByRole('table', { name: 'Vineyards' })).toBeVisible()
    // The code of the next page is prefetched two seconds after the current page opened.
    await page.clock.fastForward(2000)
    await isPrefetched(page, 'audit')
    await context.setOffline(true)
    await press(page, link(page, 'Audit').first())
    await expect(page.getByRole('alert')).toHaveText('No connection just now. Please try again.')
    await context.setOffline(false)
    // Simulates a device so slow that it renders only after the response. React renders when its messages arrive.
    await page.evaluate(() => {
      const post = MessagePort.prototype.postMessage
      const held: (() => void)[] = []
      MessagePort.prototype.postMessage = function (message: unknown) {
        held.push(() => post.call(this, message))
      }
      const render = () => {
        MessagePort.prototype.postMessage = post
        for (const each of held) each()
      }
      addEventListener('renders', render, { once: true })
    })
    const response = page.waitForResponse(/\/api\/audit_events/)
    await press(page, button(page, 'Try Again'))
    await (await response).finished()
    await page.evaluate(() => dispatchEvent(new Event('renders')))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/ by staff$/)
    await expect(page.getByRole('main')).toBeFocused()

    // A detail page that was never opened, and whose route is discovered late, also loads on retry.
    const { promise: isLate, resolve: discover } = Promise.withResolvers<void>()
    await page.route(/\/__manifest/, (way) => isLate.then(() => way.continue()))
    await page.goto(`/admin/vineyards?search=${encodeURIComponent(vineyard.name)}`)
    await expect(link(page, vineyard.name).first()).toBeVisible()
    await page.clock.fastForward(2000)
    discover()
    await page.waitForLoadState('networkidle')
    await page.clock.fastForward(4000)
    await isPrefetched(page, 'index')
    await context.setOffline(true)
    await press(page, link(page, vineyard.name).first())
    await expect(page.getByRole('alert')).toHaveText('No connection just now. Please try again.')
    await context.setOffline(false)
    await press(page, button(page, 'Try Again'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vineyard.name)
    // Waits for the handlers, because a late handler would continue a request that was already released.
    await page.unrouteAll({ behavior: 'wait' })
  })

  await test.step('open a day in the calendar of a vineyard, and go back to the month', async () => {
    await page.goto(`/admin/calendar?vineyard_id=${vineyard.id}&on=${saturday}`)
    const grid = page.getByRole('grid')
    await tabTo(page, grid.locator('[data-day][tabindex="0"]'))
    await tabTo(page, grid.locator(`[data-day="${saturday}"]`), 'ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/view=day/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Saturday/)
    await expect(page.getByText('Walk of the rows').first()).toBeVisible()
    await press(page, link(page, 'Month'))
    await expect(page).toHaveURL(/view=month/)
  })

  await test.step('close a day in the calendar of an experience, and open it again', async () => {
    await page.goto(`/admin/vineyards/${vineyard.id}/experiences/${walk.id}/availability?day=${saturday}`)
    await press(page, button(page, 'Close this day …'))
    const reason = page.getByLabel('Reason')
    await tabTo(page, reason)
    await page.keyboard.type('Hail')
    await press(page, page.getByRole('button', { name: 'Close', exact: true }))
    await expect(page.getByText(/ is closed\.$/)).toBeVisible()
    await expect(page.getByRole('grid').getByText('Hail')).toBeVisible()
    await press(page, button(page, /^Open again/))
    await expect(page.getByText(/ is open again\.$/)).toBeVisible()
    await expect(page.getByRole('grid').getByText('Hail')).toHaveCount(0)
  })

  await test.step('an availability page with unknown ids says so and offers a retry', async () => {
    for (const [vineyard_id, experience_id, title, message] of [
      [vineyard.id, 'nonsense', 'Configuration Error', 'Missing required parameters in URL.'],
      ['nonsense', walk.id, 'Configuration Error', 'Missing required parameters in URL.'],
      [vineyard.id, vineyard.id, 'Availability', 'Failed to load availability calendar'],
    ] as const) {
      await page.goto(`/admin/vineyards/${vineyard_id}/experiences/${experience_id}/availability`)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(message)
    }
    const address = page.url()
    await press(page, button(page, 'Try Again'))
    await expect(page.getByRole('alert')).toContainText('Failed to load availability calendar')
    expect(page.url()).toBe(address)
  })

  await test.step('write text, make it bold and leave the editor by keyboard', async () => {
    await page.goto('/admin/blog/new')
    await tabTo(page, page.getByLabel('Title'))
    await page.keyboard.type('By keyboard')
    const text = page.getByRole('textbox', { name: 'Text' })
    await tabTo(page, text)
    await page.keyboard.type('It holds ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('water')
    await expect(text.locator('strong')).toHaveText('water')
    await page.keyboard.press('Tab')
    await expect(text).not.toBeFocused()
    await press(page, link(page, 'Blog').first(), 'Enter')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(button(question, 'Stay here')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toContainText('It holds water')
  })
})

test('a winemaker confirms, books and corrects errors by keyboard', async ({ page, context }) => {
  const { saturday } = weekendAhead()
  const { winemaker, walk } = await makeEstate([{ name: 'Ines Okafor', day: saturday, guests: 2 }])
  await enterAs(context, winemaker)

  await test.step('confirm a waiting booking', async () => {
    await page.goto('/winemaker/dashboard')
    await press(page, button(page, /^Confirm/))
    // The booking stays in the list as long as the change can be undone.
    await expect(button(page, /^Undo the change for Ines Okafor/)).toBeVisible()
    await expect(button(page, /^Confirm/)).toHaveCount(0)
  })

  await test.step('take a booking by phone, and the focus moves to the invalid field', async () => {
    await page.goto(`/winemaker/bookings?new=1&day=${saturday}`)
    await press(page, page.getByRole('radio').first(), 'Space')
    for (const [label, text] of [
      ['Full name', 'Tom Fairbrother'],
      ['Email', 'tom@example'],
      ['Phone', '01632 960123'],
    ] as const) {
      await tabTo(page, page.getByLabel(label))
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    const email = page.getByLabel('Email')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/Email must be an email address/)
    await page.keyboard.press('End')
    await page.keyboard.type('.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Fairbrother, 2 guests')
  })

  for (const address of [
    page.url(),
    '/winemaker/bookings',
    `/winemaker/calendar?view=day&on=${saturday}`,
    `/winemaker/experiences/${walk.id}/edit`,
    `/winemaker/experiences/${walk.id}/availability?day=${saturday}`,
  ])
    await test.step(`every control of ${new URL(address, 'http://site.test').pathname} is reachable by Tab`, async () => {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      expect(await leftOut(page)).toEqual([])
    })
})
