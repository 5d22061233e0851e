/** The settings that a site in production must have. */
export const productionSettings = {
  NODE_ENV: 'production',
  SITE_URL: 'https://site.test',
  COMPANY_NAME: 'Vines of the Weald Ltd',
  CONTACT_ADDRESS: '4 Mill Lane, Tenterden TN30 6AA',
  CONTACT_EMAIL: 'hello@site.test',
}
