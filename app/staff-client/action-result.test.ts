import { expect, test } from 'vitest'

import { refused } from '../platform/result.ts'
import { toActionResult, respond } from './action-result.tsx'

const request = { url: 'http://site.test/admin/blog' }

test('an undoing that finds no connection can be asked for once more, on the page as it is', () => {
  const undo = { intent: 'restore', post: '{"title":"Chalk"}' }
  const act = toActionResult(request, refused({ kind: 'away' }), 'It is there again.', null, undo)
  expect(act).toMatchObject({ failed: true, said: 'No connection just now. Please try again.', undo })
  expect(respond(act).init).toEqual({ status: 422 })
})

test('what somebody else changed meanwhile is loaded anew', () => {
  const stale = { kind: 'refused', status: 412, title: 'Changed meanwhile.', fields: {}, said: {} } as const
  expect(respond(toActionResult(request, refused(stale), '')).init).toEqual({ status: 200 })
})
