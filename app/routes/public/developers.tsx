import { href } from 'react-router'

// oxlint-disable-next-line import/default
import bookThroughOcto from '../../../docs/examples/book.ts?raw'
import bookingsExample from '../../../docs/examples/bookings.sh?raw'
import readInShell from '../../../docs/examples/read.sh?raw'
// oxlint-disable-next-line import/default
import readInTypeScript from '../../../docs/examples/read.ts?raw'
import addWebhook from '../../../docs/examples/webhook.sh?raw'
// oxlint-disable-next-line import/default
import receiveWebhooks from '../../../docs/examples/webhook.ts?raw'
import { GuideBlocks } from '../../content/guide/components/guide-blocks.tsx'
import { readTextPage } from '../../content/guide/guide.server.ts'
import { guideTextOf } from '../../content/guide/guide.ts'
import { widgetSnippet } from '../../partners/widget/snippets.ts'
import { config } from '../../platform/context.ts'
import { CodeExample } from '../../ui/code-example.tsx'
import { headOf } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import type { Route } from './+types/developers.ts'
import '../../ui/lists/side-columns.css'

export function loader({ context }: Route.LoaderArgs) {
  const { site_url: site, limits } = context.get(config)
  const { searches, key_requests } = limits
  return { page: readTextPage('developers', { site, searches, key_requests }), site }
}

export const meta = headOf({
  title: 'For developers',
  description:
    'Show a vineyard’s times on its own site, take bookings there, and connect other programs: the booking widget, the API, OCTO and webhooks.',
  path: href('/developers'),
})

/** The programs of the page by file name. */
const programs = {
  'read.sh': readInShell,
  'read.ts': readInTypeScript,
  'bookings.sh': bookingsExample,
  'book.ts': bookThroughOcto,
  'webhook.sh': addWebhook,
  'webhook.ts': receiveWebhooks,
}

/** Explains to a vineyard's web developer how to connect its website and other programs. */
export default function Developers({ loaderData: { page, site } }: Route.ComponentProps) {
  const examples = Object.entries(programs).map(([name, code]) => [
    name,
    <CodeExample key={name} name={name} code={code} />,
  ])
  const snippet = widgetSnippet(site, {
    vineyard: { id: 'VINEYARD', name: 'our vineyard' },
    experience: 'EXPERIENCE',
  })
  const parts = {
    ...Object.fromEntries(examples),
    settings: <CodeExample name="Settings" code={`export SITE=${site}\nexport NAME=hollowdown`} />,
    widget: <CodeExample name="In a page" code={snippet} />,
    document: (
      <a href="/api/openapi.json" download="chalk-and-vine.openapi.json">
        OpenAPI 3.1 document
      </a>
    ),
  }
  return (
    <div className="wrap page">
      <PageHeading title={page.title} lede={page.gist} />
      <div className="side-columns">
        <nav aria-label="On this page">
          <ul className="plain row">
            {page.blocks.map(
              (block) =>
                block.type === 'heading' && (
                  <li key={block.id}>
                    <a href={`#${block.id}`}>{guideTextOf(block.text)}</a>
                  </li>
                ),
            )}
          </ul>
        </nav>
        <div className="prose">
          <GuideBlocks blocks={page.blocks} parts={parts} />
        </div>
      </div>
    </div>
  )
}
