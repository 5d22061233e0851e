import { expect, type Page, test } from './journey.ts'

import { arrive } from './arrive.ts'
import { enterAs, enterAsAdmin, makeEstate } from './own-estate.ts'

const noConnection = 'No connection just now. Please try again.'
const broughtBack = (page: Page) => page.getByText('We’ve brought back what you typed here before.')

/** Returns a function that counts full page loads. */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1
  })
  return () => loads
}

/** Advances the page's clock, so that due timers run now. */
async function letTimePass(page: Page, milliseconds: number): Promise<void> {
  await page.clock.runFor(milliseconds)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
}

test('if the connection is lost right after a staff form loads, no typed text is lost', async ({
  context,
  page,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  await page.clock.install()
  const loads = await countLoads(page)
  await page.goto('/winemaker/experiences/new')
  const title = page.getByLabel('Title')
  await title.waitFor()
  await context.setOffline(true)
  await title.fill('Picking by moonlight')
  await page.getByLabel('Price per person').fill('35')
  // During this time, the page tries in vain to prefetch the code of other pages.
  for (let n = 0; n < 4; n++) await letTimePass(page, 5000)
  expect(loads()).toBe(1)
  await page.getByRole('button', { name: 'Add and plan start times' }).click()
  await expect(page.getByRole('alert')).toContainText(noConnection)
  await expect(title).toHaveValue('Picking by moonlight')
  await context.setOffline(false)

  await test.step('a reload restores the draft and says so', async () => {
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(broughtBack(page)).toBeVisible()
    await expect(title).toHaveValue('Picking by moonlight')
    await expect(page.getByLabel('Price per person')).toHaveValue('35')
  })

  await test.step('saving deletes the draft', async () => {
    await page.getByRole('button', { name: 'Add and plan start times' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Picking by moonlight' })).toBeVisible()
    expect(await draftsIn(page)).toEqual([])
    await arrive(page, '/winemaker/experiences/new')
    await expect(title).toHaveValue('')
    await expect(broughtBack(page)).toBeHidden()
  })
})

test('a draft returns after a reload, and discarding it or signing out deletes it', async ({
  context,
  page,
}) => {
  const { winemaker, walk } = await makeEstate()
  await enterAs(context, winemaker)
  page.on('dialog', (dialog) => void dialog.accept())
  const edit = `/winemaker/experiences/${walk.id}/edit`
  const title = page.getByLabel('Title')
  await arrive(page, edit)
  await title.fill('Walk at dawn')
  await page.reload()
  await expect(title).toHaveValue('Walk at dawn')

  await test.step('discarding shows the saved text', async () => {
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(title).toHaveValue('Walk of the rows')
    await expect(page.getByText('Not saved yet')).toBeHidden()
    expect(await draftsIn(page)).toEqual([])
  })

  await test.step('signing out asks first, and then deletes drafts', async () => {
    await arrive(page, '/winemaker/bookings?new=1')
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await expect.poll(() => draftsIn(page)).toHaveLength(1)
    await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
    const question = page.getByRole('dialog', { name: '1 form not saved' })
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
    await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
    await question.getByRole('button', { name: 'Log out and delete it' }).click()
    await expect(page).toHaveURL(/\/winemaker\/login/)
    expect(await draftsIn(page)).toEqual([])
  })
})

test('a draft of a blog post returns after a reload', async ({ context, page }) => {
  await enterAsAdmin(context)
  page.on('dialog', (dialog) => void dialog.accept())
  await arrive(page, '/admin/blog/new')
  await page.getByLabel('Title').fill('Why we prune in the cold')
  await page.getByRole('textbox', { name: 'Text', exact: true }).pressSequentially('Sap sleeps.')
  await expect.poll(async () => (await draftsIn(page)).join()).toContain('Sap sleeps.')
  await page.reload()
  await expect(broughtBack(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('Sap sleeps.')
})

test.describe('with code that fails to load', () => {
  // The router logs an error before it reloads the page.
  test.use({ expectedErrors: [/Error loading route module|Failed to fetch dynamically imported module/] })

  test('if the code of a page cannot be loaded, the current page stays', async ({ context, page }) => {
    const { winemaker } = await makeEstate()
    await enterAs(context, winemaker)
    const code = /\/assets\/staff-list-[^/]*\.js$/
    await page.route(code, (route) => route.abort())
    const loads = await countLoads(page)
    const discovery = page.waitForResponse((response) =>
      /__manifest.*\/winemaker\/experiences/.test(decodeURIComponent(response.url())),
    )
    await page.goto('/winemaker/bookings?new=1')
    await (await discovery).finished()
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Experiences' }).click()
    await expect(page.getByRole('alert')).toContainText('that page can’t be opened')
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
    expect(loads()).toBe(1)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
    await context.setOffline(false)
    await page.unroute(code)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^One experience/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  })

  test('a link to a page whose route is not loaded yet reports a lost connection, and Back restores the typed text', async ({
    context,
    page,
  }) => {
    const { winemaker } = await makeEstate()
    await enterAs(context, winemaker)
    await page.route('**/__manifest*', (route) => route.abort())
    await arrive(page, '/winemaker/bookings?new=1')
    await page.getByLabel('Full name').fill('Ada Lovelace')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Experiences' }).click()
    await expect(page.getByRole('alert')).toContainText(noConnection)
    await context.setOffline(false)
    await page.unroute('**/__manifest*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^One experience/ })).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
  })
})

test('typed text prevents an automatic reload, and a notice offers the new version', async ({
  context,
  page,
}) => {
  const { winemaker, walk } = await makeEstate()
  await enterAs(context, winemaker)
  await arrive(page, `/winemaker/experiences/${walk.id}/edit`)
  await page.getByLabel('Title').fill('Walk at dawn')
  // Reloads the page as the router does when the server runs another version.
  await page.evaluate(() => location.reload())
  await expect(page.getByRole('alert')).toContainText('There is a new version of this site.')
  await expect(page.getByLabel('Title')).toHaveValue('Walk at dawn')
  await page.getByRole('button', { name: 'Load the new version' }).click()
  await expect(broughtBack(page)).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Walk at dawn')
})

/** Returns the drafts in local storage. */
async function draftsIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('draft:'))
      .map((key) => localStorage.getItem(key) ?? ''),
  )
}
