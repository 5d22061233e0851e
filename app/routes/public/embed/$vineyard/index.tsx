import { href, redirect } from 'react-router'

import { bookingSentences } from '../../../../bookings/booking-sentences.ts'
import { formatDuration, formatGroup } from '../../../../catalogue/experiences/experience.ts'
import { listActiveExperiences } from '../../../../catalogue/experiences/experience.server.ts'
import { readForPage } from '../../../../platform/attempt.server.ts'
import { database, log } from '../../../../platform/context.ts'
import { formatMoney } from '../../../../platform/money.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { headOf } from '../../../../ui/page/head.ts'
import { IconText } from '../../../../ui/pictures/icon-text.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { requireBookable } from '../../../../partners/widget/frame.tsx'
import { findWidget } from '../../../../partners/widget/widget.server.ts'
import type { Route } from './+types/index.ts'

export const meta = headOf(({ id, name }: Route.ComponentProps['loaderData']) => ({
  title: `Book a visit to ${name}`,
  description: `Choose what to book at ${name}.`,
  path: href('/vineyard/:id', { id: id }),
  robots: 'noindex',
}))

/** Loads the experiences to choose from. Redirects to the form if there is only one, or if the website names one. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const sql = context.get(database)
  const here = href('/embed/:vineyard', params)
  const [widget, experiences] = await readForPage(
    context.get(log),
    'The experiences of a widget could not be read',
    async () => {
      const widget = await findWidget(sql, params.vineyard)
      return [widget, widget ? await listActiveExperiences(sql, widget.id) : []] as const
    },
    { message: bookingSentences.load_failed, to: here, label: 'Try again' },
  )
  requireBookable(widget, experiences.length > 0)
  const { id, name } = widget

  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get('experience')?.toLowerCase()
  const match = experiences.find((experience) => experience.id === wanted)
  const only = experiences.length === 1 && !wanted ? experiences[0] : undefined
  const chosen = match ?? only
  if (chosen) {
    searchParams.set('experience', chosen.id)
    throw redirect(`${href('/embed/:vineyard/book', params)}?${searchParams}`)
  }
  return {
    id,
    name,
    is_gone: Boolean(wanted),
    choices: experiences.map(
      ({ id, title, price_per_person, currency, duration_minutes, min_group_size, max_group_size }) => ({
        id,
        title,
        price: formatMoney(price_per_person, currency),
        duration: duration_minutes === null ? null : formatDuration(duration_minutes),
        group: formatGroup({ min_group_size, max_group_size }),
      }),
    ),
  }
}

export default function ChooseExperience({
  loaderData: { id, name, is_gone, choices },
}: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <h1>Book a visit to {name}</h1>
      {is_gone && <Notice tone="info">That experience is not offered at the moment. Here are others:</Notice>}
      <ul className="plain frame-choices">
        {choices.map((choice) => (
          <li key={choice.id}>
            <div>
              <h2 className="as-h3">{choice.title}</h2>
              <p className="meta">
                <span>
                  <strong className="num">{choice.price}</strong> a person
                </span>
                {choice.duration && <IconText icon="clock">{choice.duration}</IconText>}
                <IconText icon="people">{choice.group} guests</IconText>
              </p>
            </div>
            <ButtonLink
              variant="primary"
              to={`${href('/embed/:vineyard/book', { vineyard: id })}?experience=${choice.id}`}
              aria-label={`Book Now: ${choice.title}`}
            >
              Book Now
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
