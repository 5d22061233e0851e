/** Whether a party came: a mark beside the status, set by staff at the gate. */
export const attendances = ['arrived', 'no_show'] as const
export type Attendance = (typeof attendances)[number]

export const attendanceLabels: Record<Attendance, string> = { arrived: 'Arrived', no_show: 'No-show' }
