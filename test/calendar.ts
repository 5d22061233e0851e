/** Returns an iCalendar file with these entries. Each entry is given as its lines. */
export function calendarOf(...entries: string[][]): string {
  const lines = entries.flatMap((lines) => [
    'BEGIN:VEVENT',
    'DTSTAMP:20260101T000000Z',
    ...lines,
    'END:VEVENT',
  ])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}
