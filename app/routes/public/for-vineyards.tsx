import { Form, href, Link } from 'react-router'

import { picturesOfScreen } from '../../content/guide/guide.server.ts'
import { readSearch } from '../../explore/search/search-url.ts'
import { suggestVineyards } from '../../explore/search/suggestion.server.ts'
import { readOr } from '../../platform/attempt.server.ts'
import { config } from '../../platform/context.ts'
import { ButtonAnchor, Button, ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { headOf } from '../../ui/page/head.ts'
import { PageHeading } from '../../ui/page/page-heading.tsx'
import { Icon } from '../../ui/pictures/icon.tsx'
import type { Route } from './+types/for-vineyards.ts'
import '../../content/site/components/for-vineyards.css'

const longestName = 120
const mostFound = 8

/** The advantages for a vineyard, each with a picture of the screen that shows it. */
const gains = [
  {
    screen: 'winemaker-today',
    title: 'The day at the gate',
    text: 'See who comes when, how many they are, what they asked for and what they still have to pay. One press checks a party in, even without a signal.',
  },
  {
    screen: 'winemaker-calendar',
    title: 'One calendar',
    text: 'Every session with its guests, its guide and its free places. Close an afternoon, move a party, keep places for a coach.',
  },
  {
    screen: 'explore-vineyard',
    title: 'Your page',
    text: 'Your pictures, your people and your visits, found by name, location, day, price and on the map. Every time that it shows as free can be booked.',
  },
  {
    screen: 'widget',
    title: 'Your own website',
    text: 'Two lines of code put the same booking form on your own site. The places are the same, so nothing is sold twice.',
  },
] as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readSearch(new URL(request.url).searchParams).slice(0, longestName)
  const found =
    search === ''
      ? null
      : await readOr(context, 'Vineyards could not be found by name', 'failed' as const, (sql) =>
          suggestVineyards(sql, search, mostFound),
        )
  const { vineyard_price } = context.get(config)
  return {
    search,
    found,
    price: vineyard_price ?? null,
    screens: gains.map(({ screen }) => picturesOfScreen(screen)),
  }
}

export const meta = headOf({
  title: 'For vineyards',
  description:
    'Take bookings for tours and tastings at your vineyard: your page, your calendar, the day at the gate, and a form for your own website.',
  path: href('/for-vineyards'),
})

export default function ForVineyards({ loaderData }: Route.ComponentProps) {
  const { screens, price, search, found } = loaderData
  const vineyards = Array.isArray(found) ? found : []
  return (
    <div className="wrap page">
      <PageHeading
        title="For vineyards"
        lede="Guests find you, see what can be done and when, and book it in a minute. You see who is coming and what they asked for."
      >
        <p className="row">
          <ButtonAnchor variant="primary" href="#find">
            Find your vineyard
          </ButtonAnchor>
          <ButtonLink to={href('/winemaker/login')}>Sign in</ButtonLink>
        </p>
      </PageHeading>
      <ul className="gains plain">
        {gains.map(({ screen, title, text }, n) => (
          <li key={screen}>
            <picture className="screen-picture">
              <source media="(max-width: 40rem)" srcSet={screens[n]!.narrow} width={390} height={844} />
              <img
                src={screens[n]!.wide}
                width={1280}
                height={900}
                alt=""
                loading={n === 0 ? 'eager' : 'lazy'}
                decoding="async"
              />
            </picture>
            <div>
              <h2>{title}</h2>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <section className="section" aria-labelledby="how-long">
        <h2 id="how-long">How long it takes</h2>
        <ol className="measure numbered">
          <li>Claim your page: two minutes, and a link in an email. We check that the vineyard is yours.</li>
          <li>Describe a first visit and when it takes place: about a quarter of an hour.</li>
          <li>
            Put it on sale. Your old bookings, guests and calendar come along:{' '}
            <Link to={href('/guide/:reader/:page', { reader: 'vineyard', page: 'moving-in' })}>
              how to move in
            </Link>
            .
          </li>
        </ol>
      </section>
      {price !== null && (
        <section className="section" aria-labelledby="price">
          <h2 id="price">What it costs</h2>
          <p className="measure">{price}</p>
        </section>
      )}
      <section className="section" aria-labelledby="find">
        <h2 id="find">Find your vineyard</h2>
        <p className="measure">
          Most vineyards of the UK are listed already. Find yours and claim it; the page is then yours.
        </p>
        <Form method="get" action={`${href('/for-vineyards')}#find`} className="row find-vineyard">
          <TextField
            label="Name of your vineyard"
            name="search"
            type="search"
            maxLength={longestName}
            defaultValue={search}
          />
          <Button variant="primary">Find</Button>
        </Form>
        <div role="status">
          {found === 'failed' && <p>We cannot look that up just now. Please try again in a moment.</p>}
          {vineyards.length > 0 && (
            <ul className="plain found-vineyards">
              {vineyards.map(({ id, label, detail }) => (
                <li key={id}>
                  <span>
                    <Link to={href('/vineyard/:id', { id })}>{label}</Link>
                    {detail && <span className="soft small"> {detail}</span>}
                  </span>
                  <ButtonLink small to={href('/vineyard/:id/claim', { id })}>
                    Claim<span className="sr"> {label}</span>
                  </ButtonLink>
                </li>
              ))}
            </ul>
          )}
          {Array.isArray(found) && vineyards.length === 0 && <p>We list no vineyard named “{search}”.</p>}
        </div>
        <p className="row">
          <Icon name="info" />
          Not listed?
          <ButtonLink small to={newVineyard(search)}>
            Add your vineyard
          </ButtonLink>
          <span className="soft small">We check each new entry before it is shown.</span>
        </p>
      </section>
      <p className="section">
        Questions first? The <Link to={`${href('/guide')}#vineyard`}>guide for vineyards</Link> shows every
        screen, and <Link to={href('/contact')}>a person answers</Link>.
      </p>
    </div>
  )
}

/** Returns the URL of the form that asks for a new entry, with the name that the visitor searched for. */
const newVineyard = (name: string) =>
  href('/for-vineyards/add') + (name && `?${new URLSearchParams({ name })}`)
