import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every address of the site. */
export default [
  layout('site/layout.tsx', [
    index('site/pages/home.tsx'),

    route('explore', 'explore/pages/explore.tsx'),
    route('vineyard/:id', 'explore/pages/vineyard.tsx'),
    route('vineyard/:id/claim', 'explore/pages/claim.tsx'),
    route('favourites', 'explore/pages/favourites.tsx'),

    route('book-now', 'bookings/pages/book-now-missing.tsx'),
    route('book-now/:id', 'bookings/pages/book-now.tsx'),
    route('booking-confirmation/:id', 'bookings/pages/confirmation.tsx'),
    route('booking/:id', 'bookings/pages/confirmation.tsx', { id: 'booking' }),
    route('booking/:id/calendar.ics', 'bookings/pages/calendar-file.tsx'),
    route('calendars/:secret/bookings.ics', 'calendars/pages/feed.tsx'),
    route('my-bookings', 'bookings/pages/my-bookings.tsx'),

    route('itineraries', 'itineraries/pages/list.tsx'),
    route('itinerary/create', 'itineraries/pages/create.tsx'),
    route('itinerary/:id', 'itineraries/pages/itinerary.tsx'),
    route('itinerary/:id/edit', 'itineraries/pages/edit.tsx'),
    route('my-itineraries', 'itineraries/pages/list.tsx', { id: 'my-itineraries' }),
    route('blog', 'blog/pages/list.tsx'),
    route('blog/feed/:format', 'blog/pages/feed.ts'),
    route('blog/:slug', 'blog/pages/post.tsx'),

    route('login', 'people/pages/admin-login.tsx'),
    route('winemaker/login', 'people/pages/winemaker-login.tsx'),
    route('forgotten-password', 'people/pages/forgotten-password.tsx'),
    route('set-password', 'people/pages/set-password.tsx'),
    route('sign-in', 'people/pages/sign-in.tsx'),
    route('account', 'people/pages/account.tsx'),

    route('contact', 'site/pages/contact.tsx'),
    route('privacy', 'site/pages/privacy.tsx'),
    route('terms', 'site/pages/terms.tsx'),
    route('sources', 'site/pages/sources.tsx'),
    route('api/docs', 'site/pages/api-docs.tsx'),
    route('*', 'site/pages/not-found.tsx'),
  ]),

  layout('staff/winemaker-layout.tsx', [
    route('winemaker', 'staff/pages/winemaker-index.tsx'),
    route('winemaker/dashboard', 'staff/pages/winemaker-dashboard.tsx'),
    route('winemaker/bookings', 'bookings/pages/staff-bookings.tsx'),
    route('winemaker/bookings/:id', 'bookings/pages/staff-booking.tsx'),
    route('winemaker/calendar', 'bookings/pages/staff-calendar.tsx'),
    route('winemaker/experiences', 'experiences/pages/staff-list.tsx'),
    route('winemaker/experiences/new', 'experiences/pages/staff-new.tsx'),
    route('winemaker/experiences/:experienceId', 'experiences/pages/staff-experience.tsx'),
    route('winemaker/experiences/:experienceId/edit', 'experiences/pages/staff-edit.tsx'),
    route('winemaker/experiences/:experienceId/availability', 'bookings/pages/staff-availability.tsx'),
    route('winemaker/hosts', 'experiences/pages/staff-hosts.tsx'),
    route('winemaker/vineyard', 'staff/pages/vineyard-show.tsx'),
    route('winemaker/vineyard/edit', 'staff/pages/vineyard-edit.tsx'),
    route('winemaker/reports', 'reports/pages/reports.tsx'),
  ]),

  layout('staff/admin-layout.tsx', [
    route('admin', 'staff/pages/admin-index.tsx'),
    route('admin/dashboard', 'staff/pages/admin-dashboard.tsx'),
    route('admin/bookings', 'bookings/pages/staff-bookings.tsx', { id: 'admin-bookings' }),
    route('admin/calendar', 'bookings/pages/staff-calendar.tsx', { id: 'admin-calendar' }),
    route('admin/vineyards', 'staff/pages/admin-vineyards.tsx'),
    route('admin/vineyards/new', 'staff/pages/admin-vineyard-new.tsx'),
    route('admin/vineyards/import', 'staff/pages/admin-vineyard-import.tsx'),
    route('admin/vineyards/:id', 'staff/pages/admin-vineyard.tsx', [
      index('staff/pages/admin-vineyard-overview.tsx'),
      route('edit', 'staff/pages/vineyard-edit.tsx', { id: 'admin-vineyard-edit' }),
      route('experiences', 'experiences/pages/staff-list.tsx', { id: 'admin-experiences' }),
      route('experiences/new', 'experiences/pages/staff-new.tsx', { id: 'admin-experience-new' }),
      route('experiences/:experienceId', 'experiences/pages/staff-experience.tsx', {
        id: 'admin-experience',
      }),
      route('experiences/:experienceId/edit', 'experiences/pages/staff-edit.tsx', {
        id: 'admin-experience-edit',
      }),
      route('experiences/:experienceId/availability', 'bookings/pages/staff-availability.tsx', {
        id: 'admin-availability',
      }),
      route('hosts', 'experiences/pages/staff-hosts.tsx', { id: 'admin-hosts' }),
    ]),
    route('admin/itineraries', 'staff/pages/admin-itineraries.tsx'),
    route('admin/blog', 'staff/pages/admin-blog.tsx'),
    route('admin/claims', 'staff/pages/admin-claims.tsx'),
    route('admin/mail', 'staff/pages/admin-mail.tsx'),
    route('admin/messages', 'staff/pages/admin-messages.tsx'),
    route('admin/system', 'staff/pages/admin-system.tsx'),
    route('admin/audit', 'staff/pages/admin-audit.tsx'),
    route('admin/winemakers', 'staff/pages/admin-winemakers.tsx'),
  ]),
  route('admin/bookings/:id', 'bookings/pages/staff-booking.tsx', { id: 'admin-booking' }),
] satisfies RouteConfig
