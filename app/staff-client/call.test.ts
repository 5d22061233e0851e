import { expect, test } from 'vitest'

import { type CallProblem, problemSentence, resultOf } from './call.ts'

/** Returns the problem of a call that gets this 422 response. */
async function refusedWith(answer: object): Promise<CallProblem> {
  const result = await resultOf(Promise.resolve(Response.json(answer, { status: 422 }) as never))
  if (result.ok) throw new Error('The call succeeded')
  return result.problem
}

test('names the invalid field in words, and keeps only the first message of each field', async () => {
  const problem = await refusedWith({
    title: 'guest_name must not be empty.',
    fields: [
      { field: 'url', message: 'url must be a URL that begins with https://.' },
      { field: 'url', message: 'url must be a valid URL.' },
    ],
  })
  expect(problemSentence(problem)).toBe('Guest name must not be empty.')
  expect(problem).toMatchObject({ fields: { url: 'url must be a URL that begins with https://.' } })
})

test('leaves out the format that the API expects', async () => {
  const day = await refusedWith({ title: 'valid_from must be a valid day, as yyyy-MM-dd.' })
  expect(problemSentence(day)).toBe('Valid from must be a valid day.')
  const time = await refusedWith({ title: 'start must be a time of the day, as HH:mm.' })
  expect(problemSentence(time)).toBe('Start must be a time of the day.')
})

test('names every field of a sentence in words', async () => {
  const season = await refusedWith({ title: 'valid_until must not be before valid_from.' })
  expect(problemSentence(season)).toBe('Valid until must not be before valid from.')
})

test('leaves a sentence without field names unchanged', async () => {
  const title = 'Somebody signs in with that address already.'
  expect(problemSentence(await refusedWith({ title }))).toBe(title)
})

test('keeps the id of the request, so that a person can quote the id', async () => {
  expect(await refusedWith({ title: 'No.', request_id: '1a2b' })).toMatchObject({ request_id: '1a2b' })
})
