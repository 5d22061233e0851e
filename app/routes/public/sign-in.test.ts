import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { textOf } from '../../../test/page.ts'

const { visit } = await startApp()

test('shows at once what an emailed link opens, although the server never sees its token', async () => {
  const opened = await textOf(await visit('/sign-in?link'))
  expect(opened).toContain('<h1>Sign in on this device</h1>')
  expect(opened).not.toContain('You don’t need an account to book.')
  expect(await textOf(await visit('/sign-in'))).toContain('<h1>Sign in by email</h1>')
})

test('offers a link to browsers without JavaScript, and does not say that the page needs JavaScript', async () => {
  for (const path of ['/sign-in', '/sign-in?link']) {
    const page = await textOf(await visit(path))
    expect(page).toContain('The browser that opens it shows your bookings for 30 minutes.')
    expect(page).not.toContain('This page needs JavaScript')
  }
})
