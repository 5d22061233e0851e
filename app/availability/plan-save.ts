import { apiAt, type Desk } from '../people/desk.ts'
import type { planApi } from './plan.api.ts'

export const plansAt = (desk: Desk) => apiAt<typeof planApi>(desk, '/api/availability_plans')
