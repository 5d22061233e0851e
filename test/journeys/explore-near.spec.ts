import { expect, type Page, test } from './journey.ts'
import { axeFindsNothing } from './axe.ts'

const field = (page: Page) => page.getByLabel('Search by location or Vineyard name')
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
/** Returns the options of the suggestion list. The dropdowns of the filters also have options. */
const offered = (page: Page) => page.locator('.suggestions').getByRole('option')
const heading = (page: Page) => page.locator('.result-bar h2')
const away = (page: Page) => page.locator('.card .meta').getByText(/ away$/)

/** Opens a page and waits for the script, which turns the plain field into a combobox. */
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(field(page)).toHaveRole('combobox')
}

async function type(page: Page, text: string) {
  await field(page).focus()
  await page.keyboard.type(text)
}

/** Delays every response by two seconds, as on a poor connection. */
async function slowNetwork(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2000,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

test('a town picked by keyboard on the home page lists the nearest vineyards first', async ({ page }) => {
  await open(page, '/')
  await type(page, 'newport')
  await expect(option(page, 'Newport Isle of Wight')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible()

  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Newport Wales')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  const chosen = option(page, 'Newport Isle of Wight')
  await expect(chosen).toHaveAttribute('aria-selected', 'true')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await axeFindsNothing(page, 'form')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('Newport')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/explore?near=Newport%2C+Isle+of+Wight&lat=50.701&lng=-1.291')
  await expect(heading(page)).toHaveText(
    /^\d+ vineyards found, \w+ within 25 miles of Newport, Isle of Wight$/,
  )
  await expect(field(page)).toHaveValue('')
  expect(await away(page).count()).toBeGreaterThan(20)
  // Bookable vineyards and the other vineyards of the directory are in separate lists.
  for (const list of await page.locator('.cards').all()) {
    const miles = (await list.getByText(/ away$/).allTextContents()).map(
      (text) => Number.parseInt(text, 10) || 0,
    )
    expect(miles).toEqual(miles.toSorted((a, b) => a - b))
  }
})

test('the arrow keys move through the suggestions, Escape or leaving the field closes them, and a late answer changes nothing', async ({
  page,
}) => {
  await open(page, '/')
  await type(page, 'ct1 2eh')
  await expect(page.locator('.suggestions')).toHaveText(
    'We don’t know the postcode CT1 2EH. Try the name of a town nearby.',
  )
  await expect(offered(page)).toHaveCount(0)
  await axeFindsNothing(page, 'form')

  await field(page).fill('')
  await type(page, 'canterb')
  await expect(option(page, 'Canterbury Kent')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(offered(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('canterb')

  await field(page).fill('')
  await type(page, 'canterb')
  await expect(option(page, 'Canterbury Kent')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(offered(page).and(page.locator('[aria-selected=true]'))).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(offered(page).and(page.locator('[aria-selected=true]'))).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(offered(page)).toHaveCount(0)
  await expect(field(page)).toHaveValue('canterb')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Canterbury Kent')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/explore?search=canterb')
  await expect(heading(page)).toHaveText(/ found for canterb$/)
  await expect(offered(page)).toHaveCount(0)

  await open(page, '/')
  await type(page, 'newpor')
  await expect(option(page, 'Newport Isle of Wight')).toBeVisible()

  await slowNetwork(page)
  const late = page.waitForResponse(/\/api\/suggestions\?search=newport$/)
  await page.keyboard.type('t')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Newport Wales')).toHaveAttribute('aria-selected', 'true')
  await (await late).finished()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, 'Newport Isle of Wight')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?near=Newport%2C\+Isle\+of\+Wight&/)
})

test('the search field keeps text that was typed before the scripts loaded, and suggests locations', async ({
  page,
}) => {
  await slowNetwork(page)
  await page.goto('/', { waitUntil: 'commit' })
  await type(page, 'canterb')
  await expect(field(page)).not.toHaveRole('combobox')
  await expect(field(page)).toHaveRole('combobox')
  await expect(field(page)).toHaveValue('canterb')
  await expect(option(page, 'Canterbury Kent')).toBeVisible()
})

test('the search field keeps text that is typed while a filter is applied', { tag: '@long' }, async ({
  page,
}) => {
  await open(page, '/explore')
  await slowNetwork(page)
  await page.getByLabel('Region').selectOption('Kent')
  await type(page, 'wye')
  await expect(page).toHaveURL('/explore?region=Kent')
  await expect(page.getByRole('link', { name: 'Remove filter: Kent' })).toBeVisible()
  await expect(field(page)).toHaveValue('wye')
})

test('filters, paging and Back keep the location, and a suggested vineyard opens its page', async ({
  page,
}) => {
  await open(page, '/explore?maxPrice=100')
  await type(page, 'kent')
  await option(page, /^Kent Region$/).click()
  await expect(page).toHaveURL('/explore?region=Kent&maxPrice=100')
  await expect(page.getByRole('link', { name: 'Remove filter: Kent' })).toBeVisible()
  await type(page, 'wye')
  await option(page, 'Wye Kent').click()
  await expect(page).toHaveURL('/explore?region=Kent&maxPrice=100&near=Wye&lat=51.182&lng=0.937')
  await expect(page.getByRole('link', { name: 'Clear All' })).toHaveAttribute('href', /near=Wye/)
  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page).toHaveURL('/explore?near=Wye&lat=51.182&lng=0.937')

  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.locator('.card')).toHaveCount(48)
  await expect(page).toHaveURL(/near=Wye&lat=[\d.]+&lng=[\d.]+&page=2$/)
  await page.getByLabel('Region').selectOption('Kent')
  await expect(page).toHaveURL(/\?region=Kent&near=Wye&lat=[\d.]+&lng=[\d.]+$/)
  await expect(heading(page)).toHaveText(/within 25 miles of Wye$/)
  await page.goBack()
  await expect(page.locator('.card')).toHaveCount(48)
  await page.getByRole('link', { name: 'Remove location: near Wye' }).click()
  await expect(page).toHaveURL('/explore')

  await type(page, 'flintm')
  await option(page, /^Flintmere Vineyard/).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flintmere Vineyard')
})

test('“Near me” explains a refused or missing location, and rounds an allowed location to the kilometre', async ({
  page,
  context,
}) => {
  const nearMe = page.getByRole('button', { name: 'Near me' })
  await open(page, '/explore?region=Kent')
  await nearMe.click()
  await expect(page.getByRole('alert')).toHaveText(/Please type a town or postcode/)
  await expect(page).toHaveURL('/explore?region=Kent')
  await axeFindsNothing(page, '.explore-top')

  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 50.873712, longitude: 0.009843 })
  await open(page, '/')
  await nearMe.click()
  await expect(page).toHaveURL('/explore?lat=50.87&lng=0.01')
  await expect(heading(page)).toHaveText(/within 25 miles of Lewes$/)
  await expect(page.getByRole('link', { name: 'Remove location: near Lewes' })).toBeVisible()

  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'geolocation'))
  await nearMe.click()
  await expect(page.getByRole('alert')).toHaveText('Geolocation is not supported by your browser')
})

test('results near a location pass axe', { tag: '@long' }, async ({ page }) => {
  await open(page, '/explore?search=hill&near=Canterbury')
  await expect(away(page).first()).toBeVisible()
  await axeFindsNothing(page, '.location-row', '.results')
  await open(page, '/explore?search=newport&near=Atlantis')
  await axeFindsNothing(page, '.location-matches', '.corrections')
  await open(page, '/explore?search=ct1')
  await axeFindsNothing(page, '.result-bar')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a search for a town shows the vineyards around it', { tag: '@long' }, async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Near me' })).toHaveCount(0)
    await field(page).fill('Faversham')
    await page.getByRole('button', { name: 'Find Vineyards' }).click()
    await expect(heading(page)).toHaveText(/^\d+ vineyards found near Faversham$/)
    await expect(page.locator('.meaning-note')).toContainText('Faversham')
    await page.getByRole('link', { name: 'All vineyards, nearest first' }).click()
    await expect(heading(page)).toHaveText(/ vineyards found, \d+ within 25 miles of Faversham$/)
    expect(await away(page).count()).toBeGreaterThan(20)

    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(heading(page)).toHaveText(/within 25 miles of Faversham$/)
    await field(page).fill('rows')
    await page.getByRole('button', { name: 'Find Vineyards' }).click()
    await expect(page).toHaveURL(/[?&]search=rows&.*near=Faversham/)
    await page.getByRole('link', { name: 'Remove location: near Faversham' }).click()
    await expect(page).toHaveURL('/explore?search=rows')
  })
})
