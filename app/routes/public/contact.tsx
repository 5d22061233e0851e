import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, href, redirect } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { config, database, rateLimited, log } from '../../platform/context.ts'
import { formPageHeaders, readForm } from '../../platform/text/form.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { FormButton } from '../../ui/forms/form-parts.tsx'
import { focusOn } from '../../ui/focus.tsx'
import { TextAreaField, TextField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { headOf } from '../../ui/page/head.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import { businessHours, contactOf } from '../../content/site/site-contact.ts'
import { phoneLink } from '../../platform/text/phone-link.ts'
import { type ContactRefusal, readContactMessage } from '../../content/messages/message.ts'
import { storeContactMessage } from '../../content/messages/message.server.ts'
import type { Route } from './+types/contact.ts'

export const meta = headOf({
  title: 'Contact',
  description:
    'Write to the people behind Chalk & Vine, the marketplace for UK vineyards, tours and tastings.',
  path: href('/contact'),
  share: href('/share/:file', { file: 'contact.jpg' }),
})

/** Keeps the page out of the page cache, because each visitor needs a form key of their own. */
export const headers: Route.HeadersFunction = formPageHeaders

export function loader({ context, request }: Route.LoaderArgs) {
  return {
    contact: contactOf(context.get(config)),
    sent: new URL(request.url).searchParams.has('sent'),
    subject: (new URL(request.url).searchParams.get('subject') ?? '').slice(0, 200),
    form_key: randomUUID(),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
  const refuse = (message: string, problems: ContactRefusal, status: number) =>
    data({ message, problems, typed }, { status })

  const limited = context.get(rateLimited)
  if (limited) return refuse(limited.sentence, {}, 429)
  const contactMessage = readContactMessage(form)
  if (!contactMessage.ok) return refuse('Please check the fields marked below.', contactMessage.problem, 422)
  const stored = await attempt(context.get(log), 'A contact message could not be stored', () =>
    storeContactMessage(context.get(database), contactMessage.value),
  )
  if (!stored.ok) return refuse('We couldn’t send your message. Please try again.', {}, 503)
  return redirect(`${href('/contact')}?sent=yes`)
}

export default function Contact({ loaderData, actionData }: Route.ComponentProps) {
  const { contact, sent, subject, form_key } = loaderData
  const { company, email, phone, address } = contact
  // The key stays the same when the loader runs again. Otherwise a message whose answer was lost would be stored twice.
  const [key] = useState(form_key)
  const { message, problems = {}, typed = {} } = actionData ?? {}
  const field = (name: keyof ContactRefusal) => ({
    name,
    required: true,
    defaultValue: typed[name],
    error: problems[name],
  })
  return (
    <div className="wrap page">
      <h1>Contact</h1>
      <p className="lede">A question, a correction, a vineyard we missed: write, and a person answers.</p>
      <div className="two space-above">
        <div>
          {sent ? (
            <div className="stack" ref={focusOn} tabIndex={-1}>
              <Notice tone="good" role="status">
                <strong>Thank you for your message.</strong> We’ve received it and will reply during our
                business hours.
              </Notice>
              <p>
                <ButtonLink to={href('/contact')}>Write Another Message</ButtonLink>
              </p>
            </div>
          ) : (
            <>
              {message && <Notice tone="bad">{message}</Notice>}
              <Form
                method="post"
                action={href('/contact')}
                refused={actionData}
                className="form-grid space-above"
                preventScrollReset
              >
                <input type="hidden" name="form_key" value={typed.form_key ?? key} />
                <TextField label="Name" autoComplete="name" maxLength={120} {...field('name')} />
                <TextField
                  label="Email"
                  type="email"
                  autoComplete="email"
                  maxLength={254}
                  {...field('email')}
                />
                <TextField
                  wide
                  label="Subject"
                  maxLength={200}
                  {...field('subject')}
                  defaultValue={typed.subject ?? subject}
                />
                <TextAreaField wide label="Message" rows={7} maxLength={5000} {...field('message')} />
                <div className="full">
                  <FormButton variant="primary" busy="Sending …">
                    Send Message
                  </FormButton>
                </div>
              </Form>
            </>
          )}
        </div>
        <aside className="panel" aria-labelledby="hours">
          <h2 id="hours">Business hours</h2>
          <Facts
            variant="sumlist"
            items={businessHours.map(({ days, hours }) => ({ term: days, value: hours }))}
          />
          {email && (
            <p>
              <MailLink to={email} />
            </p>
          )}
          {phone && (
            <p>
              <a href={phoneLink(phone)}>{phone}</a>
            </p>
          )}
          {company && <p>{company}</p>}
          {address && <address>{address}</address>}
          <p className="soft small">
            About a booking? The vineyard can help straight away: its phone number is on your booking’s page.
          </p>
        </aside>
      </div>
    </div>
  )
}
