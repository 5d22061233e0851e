import { useEffect } from 'react'
import { href, Link, useFetcher } from 'react-router'
import type { Organization, WebSite } from 'schema-dts'

import { findFeatured } from '../../explore/search/featured.server.ts'
import { listPosts } from '../../content/blog/blog.server.ts'
import { PostCards } from '../../content/blog/components/post-cards.tsx'
import { ItineraryCards } from '../../explore/itineraries/components/itinerary-cards.tsx'
import { listCuratedItineraries } from '../../explore/itineraries/itinerary.server.ts'
import { readOr } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { dayOf } from '../../platform/days.ts'
import { askLocation } from '../../explore/search/ask-location.ts'
import { paramsOfVisitor, readVisitorPosition } from '../../explore/search/near.ts'
import { quickDays } from '../../explore/search/trip.ts'
import { findOpenSoon, type OpenSoon, withoutFeatured } from '../../explore/search/weekend.server.ts'
import { addressesOn, pageHead, siteName, siteOf, structuredPage } from '../../ui/page/head.ts'
import type { SiteDetails } from '../../content/site/components/footer.tsx'
import { findDirectory } from '../../explore/search/directory.server.ts'
import {
  DirectorySection,
  FeaturedSection,
  Hero,
  Invitation,
  OpenSoonSection,
  Reasons,
} from '../../content/site/components/home-sections.tsx'
import type { Route } from './+types/index.ts'
import '../../explore/search/components/locations.css'

export async function loader({ context, request }: Route.LoaderArgs) {
  const [sql, logger, now] = [context.get(database), context.get(log), context.get(clock)()]
  const position = readVisitorPosition(new URL(request.url).searchParams)
  const near = typeof position === 'object' ? { ...position, label: '' } : null
  const [featured, directory, open, itineraries, { posts }] = await Promise.all([
    findFeatured(sql, logger),
    readOr(context, 'The directory could not be read', null, (sql) => findDirectory(sql, now)),
    readOr(context, 'The vineyards with places soon could not be read', null, (sql) =>
      findOpenSoon(sql, near, now),
    ),
    readOr(context, 'Itineraries could not be read', [], (sql) => listCuratedItineraries(sql, now)),
    readOr(context, 'The newest posts could not be read', { posts: [] }, (sql) =>
      listPosts(sql, { tag: null, page: 1 }, now),
    ),
  ])
  return {
    featured: featured && {
      ...featured,
      facts: open?.vineyards.find(({ id }) => id === featured.vineyard.id)?.facts ?? null,
    },
    directory,
    today: dayOf(now),
    quick: quickDays(now),
    soon: open && withoutFeatured(open, featured?.vineyard.id, dayOf(now)),
    itineraries: itineraries.slice(0, 3),
    posts: posts.slice(0, 3),
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  ...pageHead({
    ...(loaderData?.directory
      ? {
          title: `${siteName}: discover UK vineyards`,
          description:
            'Find vineyards across the United Kingdom by county and on the map, and hear when they open for booking.',
        }
      : {
          title: `${siteName}: discover UK vineyards, book a tour or a tasting`,
          description:
            'Find vineyards across the United Kingdom, see their tours and tastings with prices and free places, and book in a minute without an account.',
        }),
    path: '/',
    share: href('/share/:file', { file: 'home.jpg' }),
    matches,
  }),
  { 'script:ld+json': structuredPage(structuredSite(matches)) },
]

/** Returns the site and its publisher as schema.org data, with the contact details of the footer. */
function structuredSite(matches: Route.MetaArgs['matches']): [WebSite, Organization] {
  const at = addressesOn(siteOf(matches))
  const details = matches.find((match) => match?.id === 'routes/public/layout')?.loaderData as
    | SiteDetails
    | undefined
  const { email, phone, address } = details?.contact ?? {}
  const social = Object.values(details?.social ?? {})
  const publisher = { '@id': at('/#organization') }
  return [
    {
      '@type': 'WebSite',
      name: siteName,
      url: at('/'),
      inLanguage: 'en-GB',
      publisher,
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${at(href('/explore'))}?search={search_term}` },
      },
    },
    {
      '@type': 'Organization',
      ...publisher,
      name: siteName,
      url: at('/'),
      logo: at('/icon-512.png'),
      email,
      telephone: phone,
      address,
      sameAs: social.length > 0 ? social : undefined,
    },
  ]
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { featured, directory, today, quick, soon, itineraries, posts } = loaderData
  const nearby = useNearby(soon)
  return (
    <>
      <Hero {...{ today, quick }} isDirectory={directory !== null} />
      {directory && <DirectorySection directory={directory} />}
      {nearby && <OpenSoonSection soon={nearby} today={today} />}
      <FeaturedSection featured={featured} today={today} />
      <Invitation />
      <Reasons isDirectory={directory !== null} />
      {itineraries.length > 0 && (
        <section className="wrap section" aria-labelledby="days">
          <h2 id="days">Days we like</h2>
          <div className="row-of-cards">
            <ItineraryCards itineraries={itineraries} />
          </div>
        </section>
      )}
      {posts.length > 0 && (
        <section className="wrap section" aria-labelledby="newest">
          <h2 id="newest">From the blog</h2>
          <div className="space-above row-of-cards">
            <PostCards posts={posts} heading="h3" />
          </div>
        </section>
      )}
      <p className="wrap section">
        Do you grow the wine? <Link to={href('/for-vineyards')}>See what your vineyard gets here</Link>.
      </p>
    </>
  )
}

/** Returns visits near the visitor if the browser has already granted its location. Never asks for permission. */
function useNearby(soon: OpenSoon | null): OpenSoon | null {
  const { load, data } = useFetcher<typeof loader>()
  useEffect(() => {
    if (soon === null || !('permissions' in navigator)) return
    const loadNearby = async ({ state }: PermissionStatus) => {
      const position = state === 'granted' ? await askLocation() : null
      if (position?.ok)
        await load(`${href('/')}?index&${new URLSearchParams(paramsOfVisitor(position.value))}`)
    }
    // Some browsers cannot say whether the location is granted. There, the visits keep their order by day and name.
    navigator.permissions.query({ name: 'geolocation' }).then(loadNearby, () => {})
  }, [soon, load])
  return data?.soon ?? soon
}
