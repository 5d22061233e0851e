import { expect, test } from 'vitest'

import { calendarRequest, readBody } from './octo-request.server.ts'

test('a calendar request with an impossible date is refused', async () => {
  const ask = (localDateStart: string, localDateEnd: string) =>
    readBody(
      new Request('http://octo.test', {
        method: 'POST',
        body: JSON.stringify({ productId: 'a', optionId: 'b', localDateStart, localDateEnd }),
      }),
      calendarRequest,
    )
  const refused = {
    problem: { error: 'BAD_REQUEST', errorMessage: expect.stringContaining('must be a date') },
  }
  expect(await ask('2027-02-30', '2027-03-01')).toMatchObject(refused)
  expect(await ask('2027-02-01', '2027-13-01')).toMatchObject(refused)
  expect(await ask('2027-02-99', '2027-03-01')).toMatchObject(refused)
  expect(await ask('a day', 'another day')).toMatchObject(refused)
  expect(await ask('2027-02-28', '2027-03-01')).toMatchObject({
    value: { from: '2027-02-28', to: '2027-03-01' },
  })
})
