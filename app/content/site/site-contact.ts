import type { Config } from '../../platform/config.server.ts'

/** The company that runs the site, and how it can be reached. */
export type SiteContact = { company?: string; email?: string; phone?: string; address?: string }

type ContactSettings = Pick<Config, 'company_name' | 'contact_email' | 'contact_phone' | 'contact_address'>

/** Returns the name and contact details of the company that runs the site, from the settings. */
export function contactOf(settings: ContactSettings): SiteContact {
  const { company_name, contact_email, contact_phone, contact_address } = settings
  return { company: company_name, email: contact_email, phone: contact_phone, address: contact_address }
}

export const businessHours = [
  { days: 'Mon-Fri', hours: '9:00-18:00' },
  { days: 'Sat', hours: '10:00-16:00' },
  { days: 'Sun', hours: 'closed' },
] as const
