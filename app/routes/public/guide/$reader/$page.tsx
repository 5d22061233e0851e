import { data, href, Link } from 'react-router'

import { GuideBlocks } from '../../../../content/guide/components/guide-blocks.tsx'
import { findGuidePage, listGuide } from '../../../../content/guide/guide.server.ts'
import { isReader, type GuideReader, guideTextOf, readers } from '../../../../content/guide/guide.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { pageHead, shortDescription } from '../../../../ui/page/head.ts'
import { PageHeading } from '../../../../ui/page/page-heading.tsx'
import type { Route } from './+types/$page.ts'
import '../../../../ui/lists/side-columns.css'

export function loader({ params: { reader, page: name } }: Route.LoaderArgs) {
  const page = isReader(reader) ? findGuidePage(reader, name) : undefined
  if (!isReader(reader) || !page) throw data(null, { status: 404 })
  const chapters = listGuide(reader)
  const order = chapters.flatMap(({ pages }) => pages)
  const here = order.findIndex((each) => each.name === name)
  return {
    reader,
    name,
    page,
    chapters,
    before: order[here - 1] ?? null,
    after: order[here + 1] ?? null,
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return []
  const { reader, name, page } = loaderData
  return pageHead({
    title: `${page.title}: ${readers[reader].label}`,
    description: shortDescription(page.gist),
    path: pathOf(reader, name),
    matches,
  })
}

const pathOf = (reader: GuideReader, page: string) => href('/guide/:reader/:page', { reader, page })

export default function GuidePage({ loaderData }: Route.ComponentProps) {
  const { reader, name, page, chapters, before, after } = loaderData
  const { label } = readers[reader]
  const sections = page.blocks.flatMap((block) =>
    block.type === 'heading' && block.level === 2 ? [block] : [],
  )
  return (
    <div className="wrap page">
      <Breadcrumb
        trail={[
          { to: href('/guide'), label: 'Guide' },
          { to: `${href('/guide')}#${reader}`, label },
        ]}
        here={page.title}
      />
      <PageHeading title={page.title} lede={page.gist} />
      <div className="side-columns guide-page">
        <nav className="guide-chapters" aria-label={label}>
          {chapters.map((chapter) => (
            <div key={chapter.label}>
              <p className="soft small">{chapter.label}</p>
              <ul className="plain">
                {chapter.pages.map((each) => (
                  <li key={each.name}>
                    <Link
                      to={pathOf(reader, each.name)}
                      aria-current={each.name === name ? 'page' : undefined}
                    >
                      {each.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <article className="prose">
          {sections.length > 2 && (
            <nav className="guide-contents no-print" aria-labelledby="contents">
              <p id="contents">On this page</p>
              <ul className="plain">
                {sections.map(({ id, text }) => (
                  <li key={id}>
                    <a href={`#${id}`}>{guideTextOf(text)}</a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
          <GuideBlocks blocks={page.blocks} />
          <nav className="after between no-print" aria-label="Pages before and after">
            {before ? (
              <Link to={pathOf(reader, before.name)} rel="prev">
                ← {before.title}
              </Link>
            ) : (
              <span />
            )}
            {after && (
              <Link to={pathOf(reader, after.name)} rel="next">
                {after.title} →
              </Link>
            )}
          </nav>
        </article>
      </div>
    </div>
  )
}
