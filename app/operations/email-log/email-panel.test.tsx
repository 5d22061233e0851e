import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { EmailPanel, type OpenMail } from './components/email-panel.tsx'

const mail: OpenMail = {
  id: crypto.randomUUID(),
  email_type: 'confirmed',
  to_address: 'ada@example.com',
  booking_id: null,
  state: 'waiting',
  attempts: 0,
  last_error: null,
  created_at: '2026-06-01T09:00:00Z',
  sent_at: null,
  deliver_by: null,
  shown: { gone: false, subject: 'Booked', heading: 'Booked', parts: [], reason: '', text: 'Booked' },
}
const shown = (changes: Partial<OpenMail>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <EmailPanel mail={{ ...mail, ...changes }} view="text" back="?" />
    </MemoryRouter>,
  )

test('says that an email is shown with today’s facts, and that a sent email had the facts of its time', () => {
  vi.stubGlobal('location', { origin: 'http://site.test' })
  expect(shown({})).toContain('as it would be sent now, with today’s facts.')
  expect(shown({})).not.toContain('The email that was sent')
  const sent = shown({ state: 'sent', sent_at: '2026-06-01T09:01:00Z' })
  expect(sent).toContain('The email that was sent had the facts of that time.')
  vi.unstubAllGlobals()
})
