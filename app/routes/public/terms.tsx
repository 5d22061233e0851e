import { href } from 'react-router'

import { arrivalSentence } from '../../bookings/booking-terms.ts'
import { reviewRules } from '../../bookings/reviews/hiding-rules.ts'
import { readTextPage } from '../../content/guide/guide.server.ts'
import { Company } from '../../content/site/components/company.tsx'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import { contactOf } from '../../content/site/site-contact.ts'
import { config } from '../../platform/context.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { headOf } from '../../ui/page/head.ts'
import type { Route } from './+types/terms.ts'

export const meta = headOf({
  title: 'Terms',
  description:
    'How booking works on Chalk & Vine: who you book with, when a booking counts, what you pay and where, and how to cancel.',
  path: href('/terms'),
})

export function loader({ context }: Route.LoaderArgs) {
  const contact = contactOf(context.get(config))
  const page = readTextPage('terms', {
    arrival: arrivalSentence,
    ...(!contact.company && { company: null }),
  })
  return { page, contact }
}

export default function Terms({ loaderData: { page, contact } }: Route.ComponentProps) {
  const parts = {
    company: <Company contact={contact} />,
    news: useSendsEmail() ? 'We will email you.' : 'Your booking’s page will say so.',
    rules: (
      <ol>
        {reviewRules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ol>
    ),
  }
  return <ProsePage page={page} parts={parts} />
}
