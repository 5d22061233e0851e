import { href, Link } from 'react-router'

// oxlint-disable-next-line import/default
import bookThroughOcto from '../../../docs/examples/book.ts?raw'
import bookingsExample from '../../../docs/examples/bookings.sh?raw'
import readInShell from '../../../docs/examples/read.sh?raw'
// oxlint-disable-next-line import/default
import readInTypeScript from '../../../docs/examples/read.ts?raw'
import addWebhook from '../../../docs/examples/webhook.sh?raw'
// oxlint-disable-next-line import/default
import receiveWebhooks from '../../../docs/examples/webhook.ts?raw'
import { config } from '../../platform/context.ts'
import { type Day, formatDate } from '../../platform/days.ts'
import { CodeExample } from '../../ui/code-example.tsx'
import { pageHead } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { widgetSnippet } from '../../partners/widget/snippets.ts'
import type { Route } from './+types/developers.ts'
import '../../ui/lists/side-columns.css'

export function loader({ context }: Route.LoaderArgs) {
  const { site_url, limits } = context.get(config)
  return { site: site_url, searches: limits.searches, calls: limits.key_requests }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'For developers',
    description:
      'Show a vineyard’s times on its own site, take bookings there, and connect other programs: the booking widget, the API, OCTO and webhooks.',
    path: href('/developers'),
    matches,
  })

const chapters = [
  { id: 'start', label: 'Start in ten minutes' },
  { id: 'widget', label: 'Booking widget' },
  { id: 'keys', label: 'API keys' },
  { id: 'octo', label: 'Book through OCTO' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'errors', label: 'Errors' },
  { id: 'limits', label: 'Limits' },
  { id: 'changes', label: 'Changelog' },
]

/** The changes for programs that use the site, newest first. */
const changes: { day: Day; text: string }[] = [
  {
    day: '2026-11-23',
    text: 'The booking widget, API keys, OCTO and webhooks. Pages of other sites may read vineyards, experiences and times.',
  },
]

/** Explains to a vineyard's web developer how to connect its website and other programs. */
export default function Developers({ loaderData: { site, searches, calls } }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <PageHeading
        title="For developers"
        lede="Show a vineyard’s times on its own site, take bookings there, and keep other programs up to date."
      />
      <div className="side-columns">
        <nav aria-label="On this page">
          <ul className="plain row">
            {chapters.map(({ id, label }) => (
              <li key={id}>
                <a href={`#${id}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="prose">
          <h2 id="start">Start in ten minutes</h2>
          <p>
            Everybody may read vineyards, experiences and times, even a script in a page of another site. No
            key is needed. In a terminal, start with the address of this site and the name of the vineyard:
          </p>
          <CodeExample name="Settings" code={`export SITE=${site}\nexport NAME=hollowdown`} />
          <CodeExample name="read.sh" code={readInShell} />
          <p>
            The second call needs the vineyard’s id from the first answer as <code>VINEYARD</code>; the third
            call needs an experience’s id as <code>EXPERIENCE</code>, and the first and last day as{' '}
            <code>FROM</code> and <code>UNTIL</code>, as <code>yyyy-MM-dd</code>. Here is the same in
            TypeScript, with links that open the booking form on the right day:
          </p>
          <CodeExample name="read.ts" code={readInTypeScript} />

          <h2 id="widget">Booking widget</h2>
          <p>
            You need no code of your own: these lines show the booking form on any page. Winemakers find the
            lines with the id and colour of their vineyard, and a preview, in the winemaker area under
            Integrations.
          </p>
          <CodeExample
            name="In a page"
            code={widgetSnippet(site, {
              vineyard: { id: 'VINEYARD', name: 'our vineyard' },
              experience: 'EXPERIENCE',
            })}
          />
          <p>
            Without <code>experience</code>, guests first choose one. <code>theme="dark"</code> or{' '}
            <code>"light"</code> fits the form to your page; otherwise the form follows the guest’s device.
            Under a content security policy, allow <code>{site}</code> as <code>script-src</code> and{' '}
            <code>frame-src</code>. The form sets no cookies.
          </p>

          <h2 id="keys">API keys</h2>
          <p>
            Everything else needs a key. Owners of a vineyard make keys in the winemaker area under
            Integrations, choose what each key may do, and see when it was last used. A key that is revoked
            stops working at once. Send the key with each request, but only from a server: anybody who finds
            it in a page could use it.
          </p>
          <CodeExample name="bookings.sh" code={bookingsExample} />

          <h2 id="octo">Book through OCTO</h2>
          <p>
            In the open <a href="https://docs.octo.travel">OCTO standard</a>, each vineyard is a supplier. Its
            address is <code>/octo/</code> followed by its id. Programs of resellers that use OCTO work here
            unchanged. They can sell the experiences that the vineyard allows resellers to sell and that have
            instant confirmation. A booking is a hold first, which keeps the places until it is confirmed or
            expires. The key needs the permissions to read availability and to read and change bookings. For
            the types: <code>npm install -D @octocloud/types</code>.
          </p>
          <CodeExample name="book.ts" code={bookThroughOcto} />
          <p>
            A key that begins with <code>cv_test_</code> reaches only a test vineyard of ours. Nobody gets an
            email, and its bookings are erased after a day.
          </p>

          <h2 id="webhooks">Webhooks</h2>
          <p>
            Instead of asking for changes again and again, let us tell you. We send a message when a booking
            is made, changed, cancelled or attended, and when the places of an experience change, as{' '}
            <a href="https://www.standardwebhooks.com">Standard Webhooks</a> describe it. Owners add an
            address under Integrations, or your program does, with a key that has the permission for webhooks:
          </p>
          <CodeExample name="webhook.sh" code={addWebhook} />
          <p>
            A message holds the reference and state of a booking, and no personal data: read the rest with a
            key. Check the signature of each message with the library of Standard Webhooks (
            <code>npm install standardwebhooks</code>):
          </p>
          <CodeExample name="webhook.ts" code={receiveWebhooks} />
          <p>
            The messages of a booking come in order, each at least once. If a message is not answered with a
            status from 200 to 299 within ten seconds, we send it again, for three days. Then we switch the
            webhook off and email its owner. Each message and its answer are listed under Integrations for 30
            days.
          </p>

          <h2 id="errors">Errors</h2>
          <p>
            An error is <code>application/problem+json</code>. <code>error</code> says what is wrong in a
            sentence, and <code>fields</code> has a sentence for each invalid field.
          </p>
          <dl>
            {errors.map(({ status, meaning }) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>

          <h2 id="limits">Limits</h2>
          <ul>
            <li>
              Lists have at most 100 items on a page: ask for the next with <code>page</code>.
            </li>
            <li>A key may send {calls} requests a minute.</li>
            <li>One IP address may read lists {searches} times a minute.</li>
            <li>A request has at most 256 kB.</li>
          </ul>

          <h2 id="changes">Changelog</h2>
          <p>
            Fields and endpoints are added without notice. Nothing is removed or renamed without a year’s
            notice here.
          </p>
          <dl>
            {changes.map(({ day, text }) => (
              <div key={day}>
                <dt>{formatDate(day)}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p>
            More about keys, OCTO, webhooks and errors: <Link to={`${href('/guide')}#build`}>the guide</Link>.
            All endpoints: <Link to={href('/api/docs')}>the API</Link>, or as an{' '}
            <a href="/api/openapi.json" download="chalk-and-vine.openapi.json">
              OpenAPI 3.1 document
            </a>
            .
          </p>
        </div>
      </div>
    </div>
  )
}

const errors = [
  { status: '400', meaning: 'The request could not be read, or a parameter is unknown.' },
  { status: '401', meaning: 'The key is wrong, revoked or expired.' },
  { status: '403', meaning: 'The key lacks the permission, or keys cannot be used there.' },
  { status: '404', meaning: 'The record does not exist, or it belongs to another vineyard.' },
  { status: '409', meaning: 'Somebody else was first: the places are taken, or the booking has changed.' },
  {
    status: '422',
    meaning: 'A field is invalid. The answer lists each invalid field and what it should be.',
  },
  { status: '429', meaning: 'Too many requests. Retry-After says after how many seconds to try again.' },
  {
    status: '503',
    meaning: 'Very many people are booking. Nothing was done; Retry-After says when to try again.',
  },
]
