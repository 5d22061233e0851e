// Decides what the status of a booking in another system means: whether the guest comes.

/** The meaning of a status. `null` means that its words do not show whether the guest comes, so staff are asked. */
type Meaning = 'comes' | 'left_out' | null

/**
 * The status of a row: its words as staff see them, and whether the guest comes. Without any words, the guest comes.
 */
export type ReadStatus = { name: string; comes: boolean | null }

const words = (list: string) => new Set(list.trim().split(/\s+/))

const comes = words(`
  confirm confirmed book booked complete completed paid prepaid attending attend attended accepted approved active
  reserved arrived seated checked scheduled upcoming valid ok okay success successful succeeded settled fulfilled normal
  done finished going coming registered issued sold redeemed used scanned ticketed guaranteed amended updated modified
  processing processed authorised authorized free complimentary comp comped standard purchased expected deposit assigned
  fulfilled unfulfilled captured finalised finalized signed showed`)

const leftOut = words(`
  cancelled canceled cancel refunded refund void voided declined rejected denied abandoned expired transferred deleted
  failed failure cart basket waitlisted waitlist waitlists standby moved unpaid draft trash trashed withdrawn lapsed
  chargeback removed spam error incomplete lost noshow invalid refused revoked reversed unsuccessful dropped annulled
  overdue`)

const neutral = words(`
  by customer guest client host vineyard venue staff admin the a an in at to of on online via order booking reservation
  ticket tickets event payment eventbrite paypal stripe card cash cheque full fully manual manually system automatically
  auto list with and user attendee organiser organizer supplier merchant from this email web website visit door wc was it
  instant instantly appointment assumed`)

// These phrases mention a refund, a cancellation or an arrival, but do not say that the guest stays away.
const harmless =
  /free (?:to cancel|cancellation)|cancellation (?:policy|protection|allowed|possible)|non refundable|no refunds?|(?:partial|partially|partly|part|not) (?:refunded|refund)|not (?:yet )?(?:cancell?ed|checked in|marked|arrived|scanned|used|moved|transferred)|refundable/g
const left =
  /^(?:no show|not (?:attending|going|coming|paid|valid)|did not (?:attend|show|come)|will not attend|(?:on )?wait(?:ing)? list|cancellation|timed out|payment timed? ?out)$/

/** Returns a status such as 'wc-cancelled', 'NOT_ATTENDING' or 'NoShow' as words in lower case. */
const plainWords = (text: string) =>
  text
    .slice(0, 200)
    .normalize('NFKC')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}()]+/gu, ' ')
    .trim()

/** Returns the meaning of a status. Known words decide. A status that contains any other word is unknown. */
export function meaningOf(status: string): Meaning {
  const plain = plainWords(status)
  const whole = meaningOfWords(plain.replaceAll(/[()]/g, ' ').replaceAll(/ {2,}/g, ' ').trim())
  if (whole !== null) return whole
  // Text in brackets only explains a status. But if it says that guests do not come, the meaning is unknown.
  const [outside, inside] = [plain.replaceAll(/\([^()]*\)/g, ' ').trim(), plain]
  return outside === '' || outside === plain || inside.split(/[ ()]+/).some((word) => leftOut.has(word))
    ? null
    : meaningOfWords(outside)
}

function meaningOfWords(plain: string): Meaning {
  if (left.test(plain)) return 'left_out'
  const isHarmless = plain.search(harmless) >= 0
  const rest = plain.replaceAll(harmless, ' ').split(' ').filter(Boolean)
  const [over, on] = [rest.some((word) => leftOut.has(word)), rest.some((word) => comes.has(word))]
  const isKnown = rest.every((word) => leftOut.has(word) || comes.has(word) || neutral.has(word))
  if (!isKnown || over === on) return isHarmless && rest.every((word) => neutral.has(word)) ? 'comes' : null
  // The words "refund failed" and "refund declined" do not mean a refund.
  if (rest.includes('refund') && rest.length > 1 && !rest.includes('full')) return null
  return over ? 'left_out' : 'comes'
}

/**
 * Returns the status of a row. `payment` is used only if it means that the guest stays away, such as 'refunded'. "Unpaid" is
 * ignored for a confirmed booking, because the guest may pay on the day. `is_own`: the row is from this site's own export, in
 * which guests of pending bookings come.
 */
export function readStatus(cells: {
  status: string
  attendance: string
  payment: string
  cancelled: string
  is_own?: boolean
}): ReadStatus {
  if (isCancelled(cells.cancelled)) return { name: 'Cancelled', comes: false }
  const attendance = /^(?:yes|y|true)$/i.test(cells.attendance) ? 'comes' : meaningOf(cells.attendance)
  const status = cells.is_own && cells.status === 'pending' ? 'comes' : meaningOf(cells.status)
  const said = [
    ...(cells.status === '' ? [] : [{ word: cells.status, meaning: status }]),
    ...(cells.attendance === '' ? [] : [{ word: cells.attendance, meaning: attendance }]),
  ]
  const isPaidLater = /^(?:unpaid|not paid)$/.test(plainWords(cells.payment))
  const payment = meaningOf(cells.payment)
  const isConfirmed = said.some(({ meaning }) => meaning === 'comes')
  if (payment === 'left_out' && !(isPaidLater && isConfirmed))
    said.push({ word: cells.payment, meaning: isConfirmed ? null : 'left_out' })
  const name = [...new Set(said.map(({ word }) => word.slice(0, 100)))].join(', ')
  if (said.some(({ meaning }) => meaning === 'left_out')) return { name, comes: false }
  return { name, comes: said.every(({ meaning }) => meaning === 'comes') ? true : null }
}

/** Returns whether a cell of a "Cancelled" column means a cancellation: it contains a yes, a day or a reason. */
function isCancelled(cell: string): boolean {
  return (
    !/^(?:|no|n|false|0|0\.00|-+|none|never|null|n\/?a|not cancell?ed)$/i.test(cell) &&
    meaningOf(cell) !== 'comes'
  )
}
