import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { sourceApi } from './calendar-source.api.ts'
import type { feedApi } from './feed.api.ts'

export const sourcesAt = (area: StaffArea) => apiFor<typeof sourceApi>(area, '/api/calendar_sources')
export const feedsAt = (area: StaffArea) => apiFor<typeof feedApi>(area, '/api/calendar_feeds')
