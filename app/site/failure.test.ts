import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'

import { failureOf } from './failure.ts'

const thrown = (status: number, data: unknown) => new ErrorResponse(status, '', data)

test('a sentence that was thrown is shown as it is', () => {
  expect(failureOf(thrown(400, 'Vineyard ID is missing.'))).toEqual({
    kind: 'refused',
    refusal: { message: 'Vineyard ID is missing.' },
  })
})

test('a refusal brings its heading and its way on', () => {
  const refusal = {
    title: 'Vineyard Not Found',
    message: 'Vineyard not found',
    to: '/explore',
    label: 'Back to Explore',
  }
  expect(failureOf(thrown(404, refusal))).toEqual({ kind: 'refused', refusal })
})

test('a 404 without words is the 404 screen', () => {
  expect(failureOf(thrown(404, null))).toEqual({ kind: 'not-found' })
  expect(failureOf(thrown(404, 'Error: No route matches URL "/x"'))).toEqual({ kind: 'not-found' })
})

test('what is written for developers is not shown to visitors', () => {
  expect(
    failureOf(thrown(405, 'Error: You made a POST request to "/" but did not provide an `action`')),
  ).toEqual({
    kind: 'failed',
  })
  expect(failureOf(new Error('connect ECONNREFUSED'))).toEqual({ kind: 'failed' })
  expect(failureOf('odd')).toEqual({ kind: 'failed' })
})
