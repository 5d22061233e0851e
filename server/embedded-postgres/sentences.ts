/** The way out that every refusal of the embedded database ends with. */
export const useOwnServer = 'Set DATABASE_URL to a Postgres 18 server of your own to use that instead.'
