import type { IconName } from '../ui/icons.ts'
import type { StatusTone } from '../ui/status-pill.tsx'
import { type BookingStatus, statusFaces } from './booking.ts'

/** Whether a party came: a mark beside the status, set by staff at the gate. */
export const attendances = ['arrived', 'no_show'] as const
export type Attendance = (typeof attendances)[number]

export const attendanceLabels: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' }

/** How a booking looks in a list of staff: its attendance once it is recorded, its status until then. */
export function statusFaceOf({
  status,
  attendance,
}: {
  status: BookingStatus
  attendance: Attendance | null
}): {
  tone: StatusTone
  icon: IconName
  label: string
} {
  const { tone, icon, label } = statusFaces[status]
  if (attendance === null || status === 'cancelled') return { tone, icon, label }
  if (attendance === 'no_show') return { tone: 'off', icon: 'cross', label: attendanceLabels.no_show }
  return { tone, icon, label: attendanceLabels.arrived }
}
