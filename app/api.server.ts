import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

import { unavailableReasonApi } from './availability/unavailable-reason.api.ts'
import { patternApi, planApi } from './availability/plan.api.ts'
import { legacyApi, openDayApi, slotApi, slotRpc } from './availability/slot.api.ts'
import { blogApi } from './content/blog/blog.api.ts'
import { checkInApi } from './bookings/attendance.api.ts'
import { bookingApi, ownBookingApi } from './bookings/booking.api.ts'
import { callOffApi } from './bookings/sessions/call-off.api.ts'
import { reviewApi, reviewPictureApi } from './bookings/reviews/review.api.ts'
import { groupHoldApi } from './bookings/group-holds/group-hold.api.ts'
import { holdApi } from './bookings/new-bookings/hold.api.ts'
import type { BookingLimit } from './bookings/new-bookings/create-booking.server.ts'
import { sessionMoveApi } from './bookings/sessions/session-move.api.ts'
import { closureApi } from './bookings/sessions/closure.api.ts'
import {
  customerNoteApi,
  customerTagApi,
  erasureRequestApi,
} from './bookings/customers/customer-notes.api.ts'
import { customerApi, customerContactApi, customerMergeApi } from './bookings/customers/customer.api.ts'
import { dashboardApi } from './staff/dashboard/dashboard.api.ts'
import { setupApi } from './staff/dashboard/setup.api.ts'
import { guestMessageApi } from './staff/calendar/guest-message.api.ts'
import { consistencyCheckApi } from './operations/consistency-checks/consistency-check.api.ts'
import { personApi } from './staff/personal-data/person.api.ts'
import { partyApi, sessionApi } from './bookings/sessions/session.api.ts'
import { sendEmailApi } from './bookings/emails/send-email.api.ts'
import { feedApi, sourceApi } from './partners/calendar-feeds/calendar-source.api.ts'
import { experienceApi } from './catalogue/experiences/experience.api.ts'
import { factApi } from './catalogue/facts/fact.api.ts'
import { hostApi } from './catalogue/hosts/host.api.ts'
import { exploreApi } from './explore/search/explore.api.ts'
import { favouriteApi } from './explore/favourites/favourite.api.ts'
import { suggestionApi } from './explore/search/suggestion.api.ts'
import { accountItineraryApi, itineraryApi } from './explore/itineraries/itinerary.api.ts'
import { writeEmail } from './email-templates.server.ts'
import { type ApiEnv, knowActor, refuseLeaver } from './people/sign-in/access.server.ts'
import { apiKeyApi } from './people/api-keys/api-key.api.ts'
import { resellerApi } from './partners/resellers/reseller.api.ts'
import { webhookApi, webhookDeliveryApi } from './partners/webhooks/webhook.api.ts'
import { auditApi } from './operations/audit/audit.api.ts'
import { claimApi, claimLinkApi } from './moving-in/claims/claim.api.ts'
import { adminsApi, accountApi, meApi } from './people/accounts/account.api.ts'
import { adminSessionApi } from './people/sign-in/admin-session.api.ts'
import { accountLinkApi } from './people/accounts/link.api.ts'
import { passkeyApi } from './people/passkeys/passkey.api.ts'
import { signOutApi } from './people/sign-in/end-sessions.api.ts'
import { winemakerRpc } from './people/sign-in/winemaker-session.api.ts'
import { teamApi } from './people/team/team.api.ts'
import { winemakersApi } from './people/team/winemaker.api.ts'
import { hasLeft } from './people/accounts/staff-edit.server.ts'
import { createDocument, type OpenApiDocument, withDaysAhead } from './platform/api/document.server.ts'
import { type Day, dayOf } from './platform/days.ts'
import { describe } from './platform/api/describe.server.ts'
import { fallback } from './platform/api/fallback.server.ts'
import { refuseOtherBodies } from './platform/api/reading.server.ts'
import { servePrecompressed } from './platform/http/precompressed-response.server.ts'
import { limitHeavyReads } from './platform/http/load-limiter.server.ts'
import { isCutOff, problem } from './platform/http/problem.ts'
import type { AppDependencies } from './platform/app-dependencies.ts'
import { paymentApi, saleApi, tillApi } from './bookings/payments/payment.api.ts'
import { reportApi } from './staff/reports/report.api.ts'
import { openingAlertApi } from './explore/opening-alerts/opening-alert.api.ts'
import { messageApi } from './content/messages/message.api.ts'
import { emailLogApi } from './operations/email-log/email-log.api.ts'
import { marketplaceApi } from './staff/dashboard/marketplace.api.ts'
import { searchApi } from './staff/search/search.api.ts'
import { backupApi } from './operations/system/backups.api.ts'
import { systemApi } from './operations/system/system.api.ts'
import { todayApi } from './bookings/today/today.api.ts'
import { bookingImportApi } from './moving-in/bookings/booking-import.api.ts'
import { experienceImportApi } from './moving-in/experiences/experience-import.api.ts'
import { importApi } from './moving-in/vineyards/vineyard-import.api.ts'
import { vineyardApi } from './catalogue/vineyards/vineyard.api.ts'
import { pictureApi } from './catalogue/pictures/vineyard-picture.api.ts'
import { widgetApi } from './partners/widget/widget.api.ts'

/**
 * Returns the router of /api, a function that builds the OpenAPI document of all endpoints, and the error handler `fail`.
 * The caller registers `fail`: registered here, it would wrap each middleware of this router and slow down every call.
 */
export function createApi({ sql, now, config, log, replica }: AppDependencies, limit: BookingLimit) {
  let document: Promise<OpenApiDocument> | undefined
  const heavyRead = limitHeavyReads()

  const endpoints = new Hono<{ Variables: ApiEnv['Variables'] & { booking_limit: BookingLimit } }>()
    .use((c, next) => {
      c.set('sql', sql)
      c.set('reading', (act) => (replica ? replica.read(act) : act(sql)))
      c.set('now', now)
      c.set('config', config)
      c.set('log', log)
      c.set('booking_limit', limit)
      return next()
    })
    .use(knowActor)
    .use('/:noun/file', heavyRead)
    .use('/:noun/csv', heavyRead)
    .use('/reports', heavyRead)
    // Only picture uploads have bodies that are not JSON.
    .route('/pictures', pictureApi)
    .use(refuseOtherBodies)
    .route('/me', meApi)
    .route('/me/bookings', ownBookingApi)
    .route('/me/itineraries', accountItineraryApi)
    .route('/vineyards', vineyardApi)
    .route('/vineyards', factApi)
    .route('/vineyard_imports', importApi)
    .route('/experience_imports', experienceImportApi)
    .route('/booking_imports', bookingImportApi)
    .route('/vineyard_claims', claimApi)
    .route('/opening_alerts', openingAlertApi)
    .route('/hosts', hostApi)
    .route('/experiences', experienceApi)
    .route('/availability_patterns', patternApi)
    .route('/availability_plans', planApi)
    .route('/unavailable_reasons', unavailableReasonApi)
    .route('/availability_exceptions', closureApi)
    .route('/availability', legacyApi)
    .route('/slots', slotApi)
    .route('/open_days', openDayApi)
    .route('/bookings', bookingApi)
    .route('/holds', holdApi)
    .route('/group_holds', groupHoldApi)
    .route('/reviews', reviewApi)
    .route('/review_pictures', reviewPictureApi)
    .route('/call_offs', callOffApi)
    .route('/sessions', sessionApi)
    .route('/session_moves', sessionMoveApi)
    .route('/parties', partyApi)
    .route('/today', todayApi)
    .route('/today', checkInApi)
    .route('/team', teamApi)
    .route('/payments', paymentApi)
    .route('/sales', saleApi)
    .route('/till', tillApi)
    .route('/dashboard', dashboardApi)
    .route('/setup', setupApi)
    .route('/guest_messages', guestMessageApi)
    .route('/explore', exploreApi)
    .route('/suggestions', suggestionApi)
    .route('/calendar_feeds', feedApi)
    .route('/calendar_sources', sourceApi)
    .route('/customers', customerApi)
    .route('/customer_contacts', customerContactApi)
    .route('/customer_merges', customerMergeApi)
    .route('/customer_notes', customerNoteApi)
    .route('/customer_tags', customerTagApi)
    .route('/erasure_requests', erasureRequestApi)
    .route('/persons', personApi)
    .route('/reports', reportApi)
    .route('/favourites', favouriteApi)
    .route('/itineraries', itineraryApi)
    .route('/blog_posts', blogApi)
    .route('/contact_messages', messageApi)
    .route('/audit_events', auditApi)
    .route('/send-email', sendEmailApi)
    .route('/rpc', slotRpc)
    .route('/rpc', winemakerRpc)
    .route('/winemakers', winemakersApi)
    .route('/admins', adminsApi)
    .route('/marketplace', marketplaceApi)
    .route('/emails', emailLogApi(writeEmail))
    .route('/search', searchApi)
    .route('/system', systemApi)
    .route('/backups', backupApi)
    .route('/consistency_checks', consistencyCheckApi)
    .route('/admin_sessions', adminSessionApi)
    .route('/links', accountLinkApi)
    .route('/links/claim', claimLinkApi)
    .route('/account', accountApi)
    .route('/passkeys', passkeyApi)
    .route('/sign_outs', signOutApi)
    .route('/api_keys', apiKeyApi)
    .route('/resellers', resellerApi)
    .route('/widgets', widgetApi)
    .route('/webhooks', webhookApi)
    .route('/webhook_deliveries', webhookDeliveryApi)

  let documentOfDay: { today: Day; document: Promise<OpenApiDocument> } | undefined
  const describeAll = () => {
    const today = dayOf(now())
    if (documentOfDay?.today !== today) {
      document ??= createDocument(endpoints)
      documentOfDay = { today, document: document.then((made) => withDaysAhead(made, today)) }
    }
    return documentOfDay.document
  }
  const api = endpoints.get(
    '/openapi.json',
    describe('This document', { 200: z.looseObject({}) }),
    servePrecompressed(
      async () => JSON.stringify(await describeAll()),
      { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' },
      () => dayOf(now()),
    ),
  )
  const fail = (error: Error, c: Context) => {
    if (error instanceof HTTPException && error.status === 400)
      return problem(c, 400, 'The body is not valid JSON.')
    if (hasLeft(error)) return refuseLeaver(c)
    if (isCutOff(error)) return problem(c, 400, 'The connection ended before the whole request arrived.')
    log.error({ err: error, path: c.req.path }, 'An API call failed')
    c.header('Retry-After', '2')
    return problem(c, 503, 'The service is unavailable for a moment. Please try again.')
  }
  const answerRest = fallback(api)
  api.all('*', (c) => answerRest(c, c.req.path.replace(/^\/api/, '')))
  return { api, describeAll, fail }
}
