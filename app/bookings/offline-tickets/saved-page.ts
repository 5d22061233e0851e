import { clockOf, formatDay, formatTime } from '../../platform/days.ts'
import { withoutScripts } from '../../platform/http/without-scripts.ts'
import type { SavedTicket } from '../../platform/ticket-storage.ts'

// Stored pages are shown without scripts, because the script files of their release may be gone. Styles are inside the
// page.
const content = /(<main\b[^>]*>).*(<\/main>)/s
const named = /<title>.*?<\/title>|<meta (?:name="description"|property)[^>]*>|<link rel="canonical"[^>]*>/gs

const noAnswer = 'You are offline, or the connection is too slow.'

/** Returns a stored page to show offline: with its time of saving, and without elements that need a connection. */
export function showSaved(html: string, { saved_at }: Pick<SavedTicket, 'saved_at'>): string {
  const note = `<div class="wrap outage"><div class="notice n-wait" role="status"><div>
<p><strong>Saved on ${formatSaved(saved_at)}</strong></p>
<p>${noAnswer} Changes need a connection. <a href="">Try again</a></p>
</div></div></div>`
  return asSaved(html).replace(content, (main, start: string) => start + note + main.slice(start.length))
}

/** Returns a booking's page without its main content. The head, the navigation and the styles remain. */
export function toFrame(html: string): string {
  return withoutScripts(html)
    .replaceAll(named, '')
    .replace(content, (_, start: string, end: string) => start + end)
}

/** Returns the list of saved bookings as a page. */
export function showSavedList(frame: string, tickets: SavedTicket[]): string {
  const rows = tickets.map(
    ({ id, title, vineyard, when, party, saved_at }) => `<li class="saved-booking">
<div><h2 class="as-h3"><a href="/booking/${escapeHtml(id)}">${escapeHtml(title)}</a></h2><p class="soft">${escapeHtml(vineyard)}</p></div>
<p>${escapeHtml(when)}<br><span class="soft">${escapeHtml(party)}</span></p>
<p class="soft small">Saved on ${formatSaved(saved_at)}</p></li>`,
  )
  const [sentence, list] =
    tickets.length === 0
      ? [`${noAnswer} No booking is saved in this browser.`, '']
      : [
          `${noAnswer} These bookings are saved in this browser.`,
          `<ul class="plain saved-bookings">${rows.join('')}</ul>`,
        ]
  return fillFrame(frame, 'My bookings', `${sentence} <a href="">Try again</a>`, list)
}

/** Returns a page that says that a page needs a connection. `id` is set if the booking’s ticket is saved. */
export function showNoConnection(frame: string, id: string | undefined): string {
  const link = id
    ? `<a class="btn btn-primary" href="/booking/${id}">Open Your Ticket</a>`
    : '<a class="btn btn-line" href="/my-bookings">Saved Bookings</a>'
  const sentence = id
    ? 'Changes need a connection. Your ticket is saved in this browser.'
    : 'This booking is not saved in this browser. It opens as soon as you are back online.'
  return fillFrame(
    frame,
    'You are offline',
    sentence,
    `<p class="row"><a class="btn btn-line" href="">Try Again</a>${link}</p>`,
  )
}

function fillFrame(frame: string, title: string, lede: string, body: string): string {
  const main = `<div class="wrap page"><div class="page-head"><h1>${title}</h1><p class="lede">${lede}</p></div>${body}</div>`
  return asSaved(frame)
    .replace('</head>', `<title>${title} · Chalk &amp; Vine</title></head>`)
    .replace(content, (_, start: string, end: string) => start + main + end)
}

function asSaved(html: string): string {
  return withoutScripts(html).replace('<html', '<html data-saved')
}

/** Returns an instant in London's time, such as 'Friday 20 November 2026 at 2:30 PM'. */
function formatSaved(instant: string): string {
  const [day = '', time = ''] = clockOf(new Date(instant)).split('T')
  return `${formatDay(day)} at ${formatTime(time)}`
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
