import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { CheckGroup } from './check-field.tsx'
import { FieldProblems } from './field-problems.ts'
import { TextField } from './field.tsx'

test("replaces the API's field name with the label in error messages", () => {
  const shown = (error: string) =>
    renderToStaticMarkup(<TextField label="Full name" name="guest_name" error={error} />)
  expect(shown('guest_name must not be empty.')).toContain('Full name must not be empty.')
  expect(shown('Please say who comes.')).toContain('Please say who comes.')
})

test("a refused group of boxes shows its legend in place of the API's field name, and can be focused", () => {
  const group = (error?: string) =>
    renderToStaticMarkup(
      <CheckGroup legend="Tags" error={error}>
        Regular
      </CheckGroup>,
    )
  expect(group('tag must not be empty.')).toContain('Tags must not be empty.')
  expect(group('tag must not be empty.')).toMatch(/<fieldset [^>]*data-refusal="" tabindex="-1"/)
  expect(group()).not.toContain('data-refusal')
})

test('a field without a name shows the message for its id', () => {
  const problems = { start: 'Please choose a time.' }
  const inForm = (field: ReactNode) =>
    renderToStaticMarkup(<FieldProblems value={{ problems, corrected: new Set() }}>{field}</FieldProblems>)
  expect(inForm(<TextField label="New start" id="start" />)).toContain('Please choose a time.')
})
