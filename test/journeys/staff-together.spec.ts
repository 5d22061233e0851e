import { expectApart } from './toasts.ts'
import { expect, type Locator, type Page, test } from './journey.ts'

import { makeAdmin, makeExperience } from '../make.ts'
import { arrive } from './arrive.ts'
import { enterAsAdmin, makeEstate } from './own-estate.ts'
import { onSiteDatabase } from './site-database.ts'

/** Finds the toast with this text. */
const toast = (page: Page, text: string) => page.locator('.toast-line', { hasText: text })
const undo = (page: Page, text: string) => toast(page, text).getByRole('button', { name: 'Undo' })

/** Presses Enter once the button is enabled, because Enter has no effect on a disabled button. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.press('Enter')
}

/** Presses the same button 300 ms later, because a faster press would count as a double click. */
async function pressAgain(button: Locator): Promise<void> {
  await button.page().clock.fastForward(300)
  await press(button)
}

test('fast, concurrent and offline edits by an admin lose nothing', async ({ page, context, request }) => {
  const { vineyard, walk } = await makeEstate()
  const { id, name } = vineyard
  await enterAsAdmin(context)
  await page.clock.install()

  await test.step('Sync now checks a calendar at once', async () => {
    const [source] = await onSiteDatabase(
      (sql) => sql<{ id: string }[]>`
        insert into calendar_sources (vineyard_id, url, added_at, next_check_at)
        values (${id}, 'https://calendars.test/busy.ics', now(), '2100-01-01')
        returning id`,
    )
    await arrive(page, `/admin/calendar-sync?vineyard_id=${id}`)
    await page.getByLabel('Link to the calendar').fill('https://10.0.0.8/busy.ics')
    await page.getByRole('button', { name: 'Add the calendar' }).click()
    await expect(page.getByLabel('Link to the calendar')).toBeFocused()
    await expect(page.getByText(/private network/)).toHaveCount(1)
    await page.getByRole('button', { name: /^Sync now/ }).click()
    await expect(page.getByText('We are checking the calendar now.')).toBeVisible()
    // The next check is due now or, if a worker is already checking the calendar, soon.
    const [nextCheck] = await onSiteDatabase(
      (sql) =>
        sql`select next_check_at < now() + interval '1 year' as is_soon from calendar_sources where id = ${source?.id ?? ''}`,
    )
    expect(nextCheck).toEqual({ is_soon: true })
  })

  await test.step('search everything from the dashboard, and move through the results by arrow keys', async () => {
    await arrive(page, '/admin/dashboard')
    await page.getByLabel('Search everything').fill(name)
    const found = page.getByRole('region', { name: 'Vineyards' }).getByRole('link', { name })
    await expect(found).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(found).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // The focus moves to the new page, because the link was on the previous page.
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('two switches that are pressed one after the other can both be undone', async () => {
    const mark = name.split(' ').at(-1) ?? ''
    // The experiences belong to two vineyards, because changes at one vineyard are made one after the other.
    const [tour, lunch] = await onSiteDatabase(async (sql) => [
      await makeExperience(sql, { title: `Tour ${mark}` }),
      await makeExperience(sql, { title: `Lunch ${mark}` }),
    ])
    await arrive(page, `/admin/experiences?search=${mark}`)
    const first = page.getByRole('switch', { name: `On sale: ${tour.title}` })
    const second = page.getByRole('switch', { name: `On sale: ${lunch.title}` })
    await onSiteDatabase((sql) =>
      sql.begin(async (hold) => {
        // The response to the first switch arrives after the response to the second switch.
        await hold`select from experiences where id = ${tour.id} for update`
        await first.press('Space')
        await second.press('Space')
        await toast(page, `${lunch.title} is off sale.`).hover()
        await expect(first).not.toBeChecked()
      }),
    )
    await expect(undo(page, `${tour.title} is off sale.`)).toBeEnabled()
    await undo(page, `${tour.title} is off sale.`).focus()
    await press(undo(page, `${lunch.title} is off sale.`))
    await expect(second).toBeChecked()
    // The focus returns to the second switch.
    await expect(second).toBeFocused()
    await press(undo(page, `${tour.title} is off sale.`))
    await expect(first).toBeChecked()
  })

  await test.step('a double click adds only one host, and two removed hosts can both be restored', async () => {
    await arrive(page, `/admin/vineyards/${id}/hosts`)
    const added: string[] = []
    page.on('request', (sent) => {
      if (sent.method() === 'POST' && sent.url().endsWith('/api/hosts')) added.push(sent.url())
    })
    const guides = ['Ada', 'Bert']
    for (const guide of guides) {
      const form = page.getByRole('region', { name: 'Add a host' })
      await form.getByLabel('Name').fill(guide)
      await form.getByLabel('People at once').fill('8')
      await form.getByRole('button', { name: 'Add', exact: true }).dblclick()
      await expect(page.getByRole('button', { name: `Remove ${guide}` })).toBeVisible()
    }
    expect(added).toHaveLength(guides.length)
    for (const guide of guides) {
      await press(page.getByRole('button', { name: `Remove ${guide}` }))
      await toast(page, `${guide} removed.`).hover()
    }
    for (const guide of guides) {
      await press(undo(page, `${guide} removed.`))
      await expect(page.getByRole('button', { name: `Remove ${guide}` })).toBeVisible()
    }
    await expect(page.locator('body')).not.toBeFocused()
  })

  await test.step("a toast of a vineyard's heading does not cover a toast of the page below the heading", async () => {
    await arrive(page, `/admin/vineyards/${id}/experiences`)
    const takeOff = page.getByRole('button', { name: `Take off sale ${walk.title}` })
    await expect(takeOff).toBeVisible()
    await context.setOffline(true)
    await press(takeOff)
    await page.getByRole('switch', { name: `Featured: ${name}` }).press('Space')
    const toasts = page.locator('.toast-line', { hasText: 'No connection just now' })
    await expect(toasts).toHaveCount(2)
    await context.setOffline(false)
    await expectApart(toasts)
  })

  await test.step('a typed answer stays while offline, and after a colleague has answered first', async () => {
    const subject = `Corks of ${name}`
    const question = { name: 'Ines', email: 'ines@example.com', subject, message: 'Natural ones?' }
    await request.post('/api/contact_messages', { data: question })
    await arrive(page, `/admin/messages?state=new&search=${encodeURIComponent(subject)}`)
    const entry = page.getByRole('listitem').filter({ hasText: subject })
    await entry.getByText(subject).first().click()
    await entry.getByRole('button', { name: 'Answer', exact: false }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Answer Ines' })
    const answer = dialog.getByLabel('Your answer')
    await answer.fill('All of them are natural.')
    await context.setOffline(true)
    await press(dialog.getByRole('button', { name: 'Send the answer' }))
    await expect(answer).toHaveAccessibleDescription(/No connection just now/)
    await expect(answer).toBeFocused()
    await context.setOffline(false)

    const colleague = await onSiteDatabase((sql) => makeAdmin(sql, { name: 'Bertie' }))
    const [{ id: message } = { id: '' }] = await onSiteDatabase(
      (sql) => sql<{ id: string }[]>`select id from contact_messages where subject = ${subject}`,
    )
    await request.post(`/api/contact_messages/${message}/answer`, {
      headers: { Authorization: `Bearer ${colleague.token}` },
      data: { answer: 'Half of them.' },
    })
    await pressAgain(dialog.getByRole('button', { name: 'Send the answer' }))
    await expect(answer).toHaveAccessibleDescription(/This message has already been answered/)
    await expect(answer).toHaveValue('All of them are natural.')
    // The message is no longer in the list New, but is still on the screen.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^No messages|^0 /)
    await expect(entry.locator('summary')).toContainText('Answered')
    await expect(entry).toContainText('Half of them.')
  })

  await test.step('approve a claim once the connection is back, and keep the focus on the page', async () => {
    await onSiteDatabase(
      (sql) => sql`
        insert into vineyard_claims (vineyard_id, name, email, role, message, form_key, state)
        values (${id}, 'Ada', ${`ada-${id}@example.com`}, 'Owner', 'It is ours.', gen_random_uuid(), 'new')`,
    )
    await arrive(page, `/admin/claims?state=new&vineyard_id=${id}`)
    await page.locator('summary', { hasText: name }).click()
    await press(page.getByRole('button', { name: `Approve the claim of ${name}` }))
    const dialog = page.getByRole('dialog', { name: `Approve the claim of ${name}?` })
    const approve = dialog.getByRole('button', { name: 'Approve' })
    await context.setOffline(true)
    await press(approve)
    await expect(dialog.getByRole('alert')).toHaveText('No connection just now. Please try again.')
    await expect(page.getByText('No connection just now')).toHaveCount(1)
    await context.setOffline(false)
    const done = page.getByText(
      `${name} is now verified. No mail server is set, so emails stay in the email log.`,
    )
    await pressAgain(approve)
    await expect(done).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No claims', exact: true, level: 1 })).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('load a colleague’s changes with one click', async () => {
    await arrive(page, `/admin/vineyards/${id}/experiences/${walk.id}/edit`)
    await onSiteDatabase((sql) => sql`update experiences set title = 'Walk at dusk' where id = ${walk.id}`)
    await page.getByLabel('Title').fill('Walk at dawn')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('cell', { name: 'Walk at dusk' })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue('Walk at dawn')
    await page.getByRole('button', { name: 'Use theirs, discard mine' }).click()
    await expect(page.getByLabel('Title')).toHaveValue('Walk at dusk')
    await expect(page.getByRole('cell', { name: 'Walk at dusk' })).toHaveCount(0)
  })
})
