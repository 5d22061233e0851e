import { expect, test } from './journey.ts'

import { axeFindsNothing } from './axe.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a winemaker imports the experiences and upcoming bookings of another system', async ({
  page,
  context,
}) => {
  const { winemaker } = await makeEstate()
  await enterAs(context, winemaker)
  const { saturday } = weekendAhead()

  await page.goto('/winemaker/experiences/import')
  const products =
    'Product code,Name,Advertised price\nW1,Walk of the rows,22.50\nL1,Long lunch,65\nX1,No price,\n'
  await page.getByLabel('CSV file').setInputFiles(fileOf('products.csv', products))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('products.csv: 1 refused, 1 new, 1 changed.')).toBeVisible()
  await expect(page.getByRole('row', { name: /No price/ })).toContainText('The price is missing.')
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Done: 1 refused, 1 new, 1 changed.')).toBeVisible()

  await page.goto('/winemaker/bookings/import')
  const rows = [
    `B1,W1,${saturday},11:00 AM,6,Mary Anning`,
    `B2,W1,${saturday},11:00 AM,5,Joseph Banks`,
    `B3,Old walk,${saturday},3:00 PM,2,Ada Lovelace`,
  ]
  const list = ['Order number,Product,Date,Time,Quantity,Customer', ...rows].join('\n')
  await page.getByLabel('CSV file').setInputFiles(fileOf('bookings.csv', list))
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('bookings.csv: 1 refused, 1 does not fit, 1 new.')).toBeVisible()
  const shown = page.getByRole('row', { name: /Mary Anning/ })
  for (const fact of ['11:00 AM', 'Walk of the rows', '6 guests', '£135.00', 'New'])
    await expect(shown).toContainText(fact)
  await page.getByLabel('“Old walk” is').selectOption('Walk of the rows')
  await page.getByRole('button', { name: 'Preview again' }).click()
  await expect(page.getByText('bookings.csv: 1 does not fit, 2 new.')).toBeVisible()
  await axeFindsNothing(page)
  await page.getByRole('button', { name: 'Import 2 bookings' }).click()
  await expect(page.getByText('bookings.csv: 1 does not fit, 2 imported.')).toBeVisible()
  await page.route('**/api/booking_imports', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Overbook 1 booking' }).click()
  await expect(page.getByText('The import stopped after 0 of 3 rows')).toBeVisible()
  // After the lost connection, the import still overbooks.
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('bookings.csv: 3 imported.')).toBeVisible()
  await axeFindsNothing(page)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(page.getByText('Imported B3')).toBeVisible()
})
