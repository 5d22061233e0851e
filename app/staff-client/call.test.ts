import { expect, test } from 'vitest'

import { type CallProblem, problemSentence, resultOf } from './call.ts'

/** What a call comes to that is answered so. */
async function refusedWith(answer: object): Promise<CallProblem> {
  const done = await resultOf(Promise.resolve(Response.json(answer, { status: 422 }) as never))
  if (done.ok) throw new Error('It was not refused')
  return done.problem
}

test('a refusal speaks of a field in words, and of the nearest of its reasons', async () => {
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

test('a sentence that is one already stays as it is', async () => {
  const said = 'Somebody signs in with that address already.'
  expect(problemSentence(await refusedWith({ title: said }))).toBe(said)
})
