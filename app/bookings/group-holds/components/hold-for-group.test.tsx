import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'

import type { GroupHoldResult } from '../group-hold-actions.tsx'
import { GroupRefusal } from './hold-for-group.tsx'

function textOf(changes: Partial<GroupHoldResult>): string {
  const refused: GroupHoldResult = {
    message: 'Parties here are of 1 to 8 guests',
    failed: true,
    fields: {},
    problem: null,
    undo: null,
    is_from_dialog: true,
    group_hold: 'new',
    may_exceed: null,
    remaining: null,
    current: null,
    ...changes,
  }
  const router = createMemoryRouter([{ path: '/', element: <GroupRefusal refused={refused} /> }])
  return renderToStaticMarkup(<RouterProvider router={router} />).replaceAll(/<[^>]+>/g, '')
}

test('the question before a group exceeds the limits names the size, the places left or both', () => {
  expect(textOf({ may_exceed: 'size' })).toMatch(/^Parties here are of 1 to 8 guests\. You can hold/)
  expect(textOf({ may_exceed: 'size', remaining: 6 })).toMatch(
    /^Parties here are of 1 to 8 guests\. One of the sessions has only 6 places left\. You can hold/,
  )
  expect(textOf({ may_exceed: 'places', remaining: 0 })).toMatch(
    /^One of the sessions is full\. You can hold/,
  )
})

test('a refusal beside a field is not repeated above the form', () => {
  const message = 'Choose at least one session.'
  expect(textOf({ message })).toBe(message)
  expect(textOf({ message, fields: { sessions: message } })).toBe('')
})
