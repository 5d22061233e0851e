/** The company that runs the site, and how it can be reached. */
export type SiteContact = { company?: string; email?: string; phone?: string; address?: string }

type ContactSettings = {
  company_name?: string | undefined
  contact_email?: string | undefined
  contact_phone?: string | undefined
  contact_address?: string | undefined
}

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
