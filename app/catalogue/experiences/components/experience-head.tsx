import { href, NavLink } from 'react-router'

import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { formatMoney } from '../../../platform/money.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Tabs } from '../../../ui/lists/list-tools.tsx'
import { type Experience, formatDuration, formatGroup } from '../experience.ts'
import { experienceLinks } from '../experience-links.tsx'

/** The top of each page of an experience: title, summary, breadcrumb and tabs. */
export function ExperienceHead({
  area,
  experience,
  here,
}: {
  area: StaffArea
  experience: Experience & { is_offered: boolean }
  here: string
}) {
  const { id, vineyard_id, title, is_offered } = experience
  const links = experienceLinks(area, vineyard_id)
  return (
    <>
      <StaffHead
        above={<Breadcrumb trail={[{ to: links.list, label: 'Experiences' }]} here={here} />}
        title={title}
        below={summaryOf(experience)}
      >
        {is_offered && (
          <ButtonLink to={`${href('/book-now/:id', { id: vineyard_id })}?experience=${id}`}>
            View booking page
          </ButtonLink>
        )}
      </StaffHead>
      <Tabs label="This experience">
        <NavLink to={links.show(id)} end>
          Overview
        </NavLink>
        <NavLink to={links.edit(id)}>Edit</NavLink>
        <NavLink to={links.availability(id)}>Availability</NavLink>
      </Tabs>
    </>
  )
}

/** Returns a summary of an experience, such as '1h 30min, £28.00 per person, 2-12 guests'. */
export function summaryOf(experience: Experience): string {
  const { duration_minutes, price_per_person, currency, is_active } = experience
  return [
    !is_active && 'Off sale',
    duration_minutes !== null && formatDuration(duration_minutes),
    `${formatMoney(price_per_person, currency)} per person`,
    `${formatGroup(experience)} guests`,
  ]
    .filter(Boolean)
    .join(', ')
}
