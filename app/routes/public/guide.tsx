import { href, Link } from 'react-router'

import { listGuide } from '../../content/guide/guide.server.ts'
import { type GuideReader, readers } from '../../content/guide/guide.ts'
import { headOf } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import type { Route } from './+types/guide.ts'
import '../../content/guide/components/guide.css'

export function loader() {
  return (Object.keys(readers) as GuideReader[]).map((reader) => ({
    reader,
    ...readers[reader],
    chapters: listGuide(reader),
  }))
}

export const meta = headOf({
  title: 'Guide',
  description:
    'How to run this site, how to use it at a vineyard, and how to build on it. A test runs every command of the guide, or the guide says why not.',
  path: href('/guide'),
})

/** Lists the pages of the guide, grouped by reader. */
export default function Guide({ loaderData: lists }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <PageHeading
        title="Guide"
        lede="How to run this site, how to use it at a vineyard, and how to build on it."
      >
        <nav aria-label="On this page">
          <ul className="plain row">
            {lists.map(({ reader, label }) => (
              <li key={reader}>
                <a href={`#${reader}`}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      </PageHeading>
      <div className="guide-readers">
        {lists.map(({ reader, label, gist, chapters }) => (
          <section key={reader} id={reader} aria-labelledby={`${reader}-heading`}>
            <h2 id={`${reader}-heading`}>{label}</h2>
            <p className="soft">{gist}</p>
            <div className="guide-lists">
              {chapters.map((chapter) => (
                <div key={chapter.label}>
                  <h3>{chapter.label}</h3>
                  <ul className="plain">
                    {chapter.pages.map(({ name, title, gist: sentence }) => (
                      <li key={name}>
                        <Link to={href('/guide/:reader/:page', { reader, page: name })}>{title}</Link>
                        <br />
                        <span className="soft small">{sentence}</span>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
    </div>
  )
}
