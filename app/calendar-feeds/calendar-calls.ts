import { apiAt, type Desk } from '../staff-client/staff-area.ts'
import type { sourceApi } from './calendar-source.api.ts'
import type { feedApi } from './feed.api.ts'

export const sourcesAt = (desk: Desk) => apiAt<typeof sourceApi>(desk, '/api/calendar_sources')
export const feedsAt = (desk: Desk) => apiAt<typeof feedApi>(desk, '/api/calendar_feeds')
