import { apiFor, type StaffArea } from '../staff-client/staff-area.ts'
import type { sourceApi } from './calendar-source.api.ts'
import type { feedApi } from './feed.api.ts'

export const sourcesAt = (desk: StaffArea) => apiFor<typeof sourceApi>(desk, '/api/calendar_sources')
export const feedsAt = (desk: StaffArea) => apiFor<typeof feedApi>(desk, '/api/calendar_feeds')
