import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { bookingSentences } from '../app/bookings/booking-sentences.ts'
import { arrivalSentence } from '../app/bookings/booking-terms.ts'
import { cancelSentences } from '../app/bookings/cancel-sentences.ts'
import { sendEmailSentences } from '../app/bookings/emails/send-email.server.ts'
import { verification } from '../app/catalogue/vineyards/vineyard.ts'
import { headingOf } from '../app/content/site/failure.tsx'
import { businessHours } from '../app/content/site/site-contact.ts'
import { locationSentences, locationSentencesOfMap } from '../app/explore/search/ask-location.ts'
import { formatGroupSize, formatMinDuration } from '../app/explore/search/filters.ts'
import { countText } from '../app/explore/search/result-count.ts'
import { errorSentence, signInSentences } from '../app/staff-client/sign-in-sentences.ts'
import { winemakerTokenKey } from '../app/staff-client/winemaker-session.ts'

/** Texts of the specification, by the file that contains them. */
const textsOfFiles: Record<string, string[]> = {
  'app/root.tsx': ['Unexpected Application Error!', 'Return to Home'],
  'app/bookings/booking-actions.tsx': ['Failed to update booking status'],
  'app/bookings/changes/components/cancel-booking.tsx': ['Yes, Cancel Booking', 'Keep Booking'],
  'app/content/site/components/error-screen.tsx': ['Return to Home', 'Back to Explore', 'Try Again'],
  'app/content/site/components/home-sections.tsx': [
    'Featured Vineyard',
    'No featured vineyard available at the moment.',
    'View Vineyard',
    '/person',
    'Curated Locations',
    'Premium Experiences',
    'Easy Booking',
    'Explore Vineyards',
    'Read Our Blog',
  ],
  'app/explore/favourites/components/favourite-button.tsx': ['Save to Favorites'],
  'app/explore/map/map-popup.tsx': ['View Vineyard'],
  'app/explore/map/vineyard-map.tsx': ['No Location Data Available', 'Switch to Grid View'],
  'app/explore/search/components/date-filter.tsx': ['Available Date', 'Pick a date'],
  'app/explore/search/components/filter-chips.tsx': ['Clear All'],
  'app/explore/search/components/filter-fields.tsx': [
    'Region',
    'All regions',
    'Experience Type',
    'All types',
    'Min Duration (hours)',
    'Any duration',
    'Max Group Size',
    'Any size',
  ],
  'app/explore/search/components/location-search.tsx': [
    'Search by location or Vineyard name',
    'Find Vineyards',
  ],
  'app/explore/search/components/price-slider.tsx': ['Price Range per Person'],
  'app/explore/search/components/vineyard-cards.tsx': ['View Details'],
  'app/explore/search/filter-options.server.ts': ['Error fetching filter options:'],
  'app/explore/vineyard-page/contact-card.tsx': ['Get Directions'],
  'app/explore/vineyard-page/experience-list.tsx': ['Book Now'],
  'app/explore/vineyard-page/vineyard-face.tsx': [
    'Experiences & Tours',
    'No description available for this vineyard.',
  ],
  'app/explore/vineyard-page/vineyard-page.server.ts': [
    'Vineyard Not Found',
    'Vineyard not found',
    'Failed to load vineyard details',
    'Back to Explore',
  ],
  'app/routes/public/vineyard/$id.tsx': ['Claim This Vineyard'],
  'app/routes/staff/bookings/$id.tsx': ['Failed to load booking details'],
  'app/routes/staff/experiences/$experienceId/availability.tsx': [
    'Configuration Error',
    'Missing required parameters in URL.',
    'Failed to load availability calendar',
  ],
  'app/staff-client/page-failure.tsx': ['Something went wrong.', 'Oops! Page not found', 'Try Again'],
  'app/staff/dashboard/components/staff-fallbacks.tsx': ['Something went wrong.', 'Try Again'],
  'server/http-server.ts': ['Something went wrong.'],
}

test('the sentences of the specification about bookings, sign-ins and locations are unchanged', () => {
  expect(bookingSentences).toMatchObject({
    vineyard_missing: 'Vineyard ID is missing.',
    experience_missing: 'Experience ID is missing.',
    load_failed: 'Failed to load booking information.',
    incomplete: 'Please fill out all fields and select a time slot.',
    slot_gone: 'Selected time slot is no longer available.',
    failed: 'Failed to create booking. Please try again.',
    not_found: 'Booking not found or you do not have access to view this booking.',
  })
  expect(cancelSentences.failed).toBe('Failed to cancel booking. Please try again or contact support.')
  expect(arrivalSentence).toBe('Please arrive 15 minutes early.')
  expect(sendEmailSentences).toEqual({
    received: 'Failed to send booking received email',
    confirmed: 'Failed to send confirmation email',
    cancelled: 'Failed to send cancellation email',
  })
  expect(signInSentences).toMatchObject({
    wrong: 'Invalid email or password',
    failed: 'Login failed. Please try again.',
  })
  expect(errorSentence('x')).toBe('Authentication error: x')
  expect(winemakerTokenKey).toBe('winemaker_session_token')
  const unsupported = 'Geolocation is not supported by your browser'
  expect(locationSentences.unsupported).toBe(unsupported)
  expect(locationSentencesOfMap).toMatchObject({
    unsupported,
    failed: 'Unable to retrieve your location. Using default view.',
  })
})

test('the headings, badges and options of the specification are unchanged', () => {
  expect(headingOf({ kind: 'not-found' })).toBe('Oops! Page not found')
  expect(headingOf({ kind: 'failed' })).toBe('Something went wrong.')
  expect([verification({ is_verified: true }), verification({ is_verified: false })]).toEqual([
    'Verified',
    'Unverified',
  ])
  expect(countText(17, { search: 'kent' })).toBe('17 vineyards found for kent')
  expect(formatMinDuration(2)).toBe('2+ hours')
  expect([formatGroupSize(10), formatGroupSize(20)]).toEqual(['10 people', '20+ people'])
  expect(businessHours.map(({ days, hours }) => `${days} ${hours}`)).toEqual([
    'Mon-Fri 9:00-18:00',
    'Sat 10:00-16:00',
    'Sun closed',
  ])
})

test('each file contains its texts of the specification unchanged', () => {
  const missing = Object.entries(textsOfFiles).flatMap(([file, texts]) =>
    texts.filter((text) => !contains(readFileSync(file, 'utf8'), text)).map((text) => `${file}: ${text}`),
  )
  expect(missing).toEqual([])
  expect(contains('<p>\n  Try\n  Again\n</p>', 'Try Again')).toBe(true)
  expect(contains('<h2>Experiences &amp; Tours</h2>', 'Experiences & Tours')).toBe(true)
  expect(contains('<p>Try Again later</p>', 'Try Again')).toBe(false)
  expect(contains("/** Says 'Try Again'. */\nconst label = 'Try again'", 'Try Again')).toBe(false)
})

/** Returns whether a source has the whole text in quotes or as text of an element. Comments do not count. */
function contains(source: string, text: string): boolean {
  const code = source
    .replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
  return new RegExp(`['"\`>}] ?${RegExp.escape(text)} ?['"\`<{]`).test(code)
}
