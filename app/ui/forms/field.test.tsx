import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { TextField } from './field.tsx'

test("replaces the API's field name with the label in error messages", () => {
  const shown = (error: string) =>
    renderToStaticMarkup(<TextField label="Full name" name="guest_name" error={error} />)
  expect(shown('guest_name must not be empty.')).toContain('Full name must not be empty.')
  expect(shown('Please say who comes.')).toContain('Please say who comes.')
})
