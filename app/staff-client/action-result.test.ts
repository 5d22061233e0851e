import { expect, test } from 'vitest'

import { refused } from '../platform/result.ts'
import { toActionResult, respond } from './action-result.tsx'

const request = { url: 'http://site.test/admin/blog' }

test('an undo that fails without a connection can be repeated, and does not reload the page', () => {
  const undo = { intent: 'restore', post: '{"title":"Chalk"}' }
  const result = toActionResult(request, refused({ kind: 'away' }), 'It has been restored.', null, undo)
  expect(result).toMatchObject({ failed: true, message: 'No connection just now. Please try again.', undo })
  expect(respond(result).init).toEqual({ status: 422 })
})

test('writes field names in messages as words, except at the start of a field’s message, where the label replaces the name', () => {
  const message = 'max_group_size must be at least min_group_size.'
  const problem = {
    kind: 'refused',
    status: 422,
    title: message,
    fields: { max_group_size: message },
    body: {},
  } as const
  expect(toActionResult(request, refused(problem), '')).toMatchObject({
    message: 'Max group size must be at least min group size.',
    fields: { max_group_size: 'max_group_size must be at least min group size.' },
  })
})

test('reloads the page after a concurrent change caused a refusal', () => {
  const stale = { kind: 'refused', status: 412, title: 'Changed meanwhile.', fields: {}, body: {} } as const
  expect(respond(toActionResult(request, refused(stale), '')).init).toEqual({ status: 200 })
})
