/** What a calendar is told of a booking. The booking's own link is a key, so it is not handed to other sites. */
type Entry = { title: string; place: string; reference: string; starts_at: Date; ends_at: Date }

const early = 'Please arrive 15 minutes early.'

/** Addresses that open other people's calendars with the entry filled in. */
export function calendarLinks(entry: Entry): { label: string; href: string }[] {
  const details = `${early} Reference ${entry.reference}.`
  return [
    {
      label: 'Google Calendar',
      href: address('https://calendar.google.com/calendar/render', {
        action: 'TEMPLATE',
        text: entry.title,
        dates: `${compact(entry.starts_at)}/${compact(entry.ends_at)}`,
        location: entry.place,
        details,
      }),
    },
    {
      label: 'Outlook',
      href: address('https://outlook.live.com/calendar/0/action/compose', {
        rru: 'addevent',
        subject: entry.title,
        startdt: entry.starts_at.toISOString(),
        enddt: entry.ends_at.toISOString(),
        location: entry.place,
        body: details,
      }),
    },
  ]
}

/** 20260606T133000Z */
function compact(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function address(base: string, parameters: Record<string, string>): string {
  return `${base}?${new URLSearchParams(parameters)}`
}
