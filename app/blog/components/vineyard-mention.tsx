import { href, Link } from 'react-router'

import { NextDay } from '../../search/components/card-facts.tsx'
import type { FoundVineyard } from '../../search/explore.server.ts'
import { DemoRibbon } from '../../vineyards/components/vineyard-badge.tsx'
import { pictureOf } from '../../media/picture.ts'
import type { Day } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { placeOf } from '../../vineyards/vineyard.ts'

/** A vineyard within running text, with the next day it has places: as true as on its own page. */
export function VineyardMention({ vineyard, today }: { vineyard: FoundVineyard; today: Day }) {
  const { id, name, cover_image_url, facts } = vineyard
  const where = placeOf(vineyard)
  return (
    <aside className="mention" aria-label={name}>
      <PictureFrame picture={pictureOf(cover_image_url)} sizes="9rem" />
      <div>
        <p className="mention-name">
          <Link to={href('/vineyard/:id', { id })}>{name}</Link>
        </p>
        {where && <p className="meta">{where}</p>}
        <p className="meta">
          {facts?.next_day && <NextDay day={facts.next_day} today={today} />}
          {facts && <span>from {formatMoney(facts.from.price, facts.from.currency)} a person</span>}
          <DemoRibbon vineyard={vineyard} />
        </p>
      </div>
    </aside>
  )
}
