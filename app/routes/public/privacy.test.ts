import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { textOf } from '../../../test/page.ts'

const app = await startApp({ env: { KEEP_NAMES_MONTHS: '1', KEEP_MAILS_DAYS: '30' } })

test('the privacy page states the configured retention periods', async () => {
  const text = (await textOf(await app.visit('/privacy'))).replace(/\s+/g, ' ')
  expect(text).toContain('for 1 month after the day of your visit')
  expect(text).toContain('an allergy or need access: for 30 days after the day of your visit')
  expect(text).toContain('the address they were sent to: for 30 days.')
})
