import { href } from 'react-router'

import { keepHealthDays } from '../../bookings/notes/notes.ts'
import { readTextPage } from '../../content/guide/guide.server.ts'
import { Company } from '../../content/site/components/company.tsx'
import { ProsePage } from '../../content/site/components/prose-page.tsx'
import { contactOf } from '../../content/site/site-contact.ts'
import { config } from '../../platform/context.ts'
import { countOf } from '../../platform/text/counts.ts'
import { headOf } from '../../ui/page/head.ts'
import type { Route } from './+types/privacy.ts'

export function loader({ context }: Route.LoaderArgs) {
  const { keep_names_months, keep_mails_days } = context.get(config)
  const contact = contactOf(context.get(config))
  const page = readTextPage('privacy', {
    names: countOf(keep_names_months, 'month'),
    mails: countOf(keep_mails_days, 'day'),
    health: countOf(keepHealthDays, 'day'),
    ...(!contact.company && { company: null }),
  })
  return { page, contact }
}

export const meta = headOf({
  title: 'Privacy',
  description:
    'What Chalk & Vine keeps about you when you browse, book, save or write, who sees it, and how to have it removed.',
  path: href('/privacy'),
})

export default function Privacy({ loaderData: { page, contact } }: Route.ComponentProps) {
  return <ProsePage page={page} parts={{ company: <Company contact={contact} /> }} />
}
