import { axeFindsNothing } from './axe.ts'
import { countPresses } from './gate.ts'
import { expect, test } from './journey.ts'
import { enterAs, makeEstate, weekendAhead } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

const { saturday } = weekendAhead()
const reply = "Can't send mail - all recipients were rejected: 550 5.1.1 <zoe@exmaple.com> unknown"

/** Makes a vineyard with two bookings. The email to the first guest was refused, because the address is mistyped. */
async function makeUnreached() {
  const estate = await makeEstate([
    { name: 'Zoë O’Brien', day: saturday, guests: 2 },
    { name: 'Mary Anning', day: saturday, guests: 3 },
  ])
  const id = await onSiteDatabase(async (sql) => {
    const guest = { guest_email: 'zoe@exmaple.com', guest_phone: '01622 123456' }
    const [booking] = await sql<{ id: string }[]>`
      update bookings set ${sql(guest)} where vineyard_id = ${estate.vineyard.id} and guest_name like 'Zoë%' returning id`
    const failed = { to_address: guest.guest_email, state: 'dead', last_error: reply, queued_at: new Date() }
    await sql`update emails set ${sql(failed)} where booking_id = ${booking?.id ?? ''}`
    return booking?.id ?? ''
  })
  return { ...estate, id }
}

test('a guest whose email failed is named on the dashboard and in the list, and gets the email after a correction', async ({
  context,
}) => {
  const { winemaker, id } = await makeUnreached()
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/winemaker/dashboard')
  const warning = page.getByText('Email failed: mailbox does not exist')
  await expect(warning).toBeVisible()
  await expect(page.getByRole('link', { name: '01622 123456' })).toHaveAttribute('href', 'tel:+441622123456')
  await axeFindsNothing(page)

  await page.goto('/winemaker/bookings')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByLabel('Email', { exact: true }).selectOption({ label: 'Email failed' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^One booking/)
  await expect(warning).toBeVisible()
  await axeFindsNothing(page)
  await page.getByRole('link', { name: 'Zoë O’Brien' }).click()

  await expect(page).toHaveURL(`/winemaker/bookings/${id}`)
  const emails = page.getByRole('region', { name: 'Emails' })
  await expect(emails.getByText(/^mailbox does not exist/).first()).toBeVisible()
  await expect(emails.getByText('recipients were rejected')).toHaveCount(0)
  await axeFindsNothing(page)
  const presses = await countPresses(page, async () => {
    await page.getByRole('button', { name: 'Correct the email' }).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('zoe@example.com')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Guest changed: email')).toBeVisible()
  })
  expect(presses).toBe(2)
  await expect(warning).toHaveCount(0)
  await expect(emails.getByText(/to zoe@example\.com$/)).toBeVisible()

  await page.goto('/winemaker/dashboard')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(warning).toHaveCount(0)
})

test('a failed email is sent again with one press', { tag: '@long' }, async ({ context }) => {
  const { winemaker, id } = await makeUnreached()
  await enterAs(context, winemaker)
  const page = await context.newPage()
  await page.goto(`/winemaker/bookings/${id}`)
  const again = page.getByRole('button', { name: /^Send again.*Booking received$/ })
  expect(await countPresses(page, () => again.click())).toBe(1)
  await expect(again).toHaveCount(0)
  await expect(page.getByText('Email failed')).toHaveCount(0)
})
