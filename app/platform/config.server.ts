import { z } from 'zod'

import { readProxies } from './http/client-address.server.ts'
import { readPassSigner } from './pass-signer.server.ts'

/** An error whose message has one line for each invalid setting. */
export class ConfigError extends Error {}

/** Returns the error for invalid settings. Each line names a setting and says what is wrong with it. */
export function invalidSettings(...lines: string[]): ConfigError {
  return new ConfigError(['These settings are not valid:', ...lines].join('\n  '))
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const withoutSlash = webAddress.transform((address) => address.replace(/(?<!\/)\/+$/, ''))
const database = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
const list = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))
const matching = (pattern: RegExp, error: string) => z.string().regex(pattern, error).optional()
const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' })

/** Returns a schema of a whole number from `least` to `most`. Without a value, the setting is `usual`. */
const whole = (usual: number, least = 1, most = 1_000_000) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(least, `must be ${least} at least`)
    .max(most, `must be ${most} at most`)
    .default(usual)

const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(3000, 0, 65_535),
  /** The public address of the site, with which canonical links begin. */
  SITE_URL: withoutSlash.optional(),
  DATABASE_URL: database.optional(),
  /** A replica of the database, for reads whose data may be slightly out of date. */
  DATABASE_READ_URL: database.optional(),
  DATABASE_POOL: whole(10, 1, 500),
  WORKER_POOL: whole(6, 2, 500),
  /** The address at which the worker serves its metrics. Without a port, the worker does not listen. */
  WORKER_METRICS_HOST: z.string().default('127.0.0.1'),
  WORKER_METRICS_PORT: whole(0, 0, 65_535).optional(),
  /** How many requests may wait. Further requests get 503. */
  MAX_WAITING: whole(1000, 0, 100_000),
  /** The memory that the page cache may use. */
  KEPT_PAGES_MB: whole(64, 0, 100_000),
  /** Seconds for which the process still accepts requests after a signal to stop. */
  LEAVE_SECONDS: z.coerce.number().min(0).max(60).default(0),
  DATA_FOLDER: z.string().default('.data'),
  /** The folder for the worker's backups; by default `backups` in the data folder. */
  BACKUP_FOLDER: z.string().optional(),
  /** How many nightly backups are kept; 0 turns them off. */
  BACKUPS_KEPT: whole(7, 0, 366),
  /** The bucket for uploaded pictures. Without a bucket, they are stored in the data folder. */
  STORAGE_URL: z
    .url({ protocol: /^s3$/, error: 'must be s3://key:secret@host/bucket' })
    .refine((address) => /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(new URL(address).pathname), {
      error: 'must end in the name of a bucket',
    })
    .optional(),
  /** The proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform(readProxies)
    .refine((proxies) => proxies !== undefined, 'must be loopback, private, none, addresses or networks'),
  /** Whether every admin must sign in with an authenticator app. */
  REQUIRE_TWO_STEP: yesOrNo.default('no').transform((answer) => answer === 'yes'),
  /** Keys for secrets in the database: the first key encrypts, all decrypt. Without a key, secrets are not encrypted. */
  SECRETS_KEY: list
    .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')))
    .refine((keys) => keys.length > 0 && keys.every(({ length }) => length === 32), {
      error:
        'must be 32 random bytes in base64 (openssl rand -base64 32), or several of them with commas between',
    })
    .optional(),
  /** Whether webhooks may be sent to programs on this machine, and by http. For development only. */
  LOCAL_WEBHOOKS: yesOrNo.default('no').transform((answer) => answer === 'yes'),
  /** How many failed sign-ins, or emailed links, are allowed before further attempts are slowed down. */
  LIMIT_SIGN_INS_PER_ACCOUNT: whole(5),
  LIMIT_SIGN_INS_PER_ADDRESS: whole(20),
  LIMIT_LINKS_PER_MAILBOX: whole(3),
  LIMIT_LINKS_PER_ADDRESS: whole(10),
  /** The limits per IP address: bookings in ten minutes, messages and claims in an hour, searches in a minute. */
  LIMIT_BOOKINGS: whole(60),
  LIMIT_MESSAGES: whole(10),
  /**
   * How many emails an hour one mailbox gets about bookings of people who are not signed in. The limit for a day is 10/3 of this
   * number: 20 by default. In tests, 0 removes both limits and the limit on the bookings of one person.
   */
  LIMIT_BOOKING_EMAILS: whole(6, 0),
  LIMIT_SEARCHES: whole(300),
  /** Requests in a minute with one API key, and wrong keys in ten minutes from one IP address. */
  LIMIT_KEY_REQUESTS: whole(600),
  LIMIT_WRONG_KEYS: whole(30),
  /** The months for which names are stored after the visit, or after a message was written. */
  KEEP_NAMES_MONTHS: whole(24, 1, 120),
  /** The days for which an email is stored after it was written. */
  KEEP_MAILS_DAYS: whole(90, 1, 3650),
  CATALOGUE: z
    .enum(['both', 'demo', 'directory', 'none'], { error: 'must be both, demo, directory or none' })
    .optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'must be a log level' })
    .default('info'),
  /** The mail server. Without a mail server, emails are stored and shown but not sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: matching(
    /^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/,
    'must be an address or Name <address>',
  ),
  DKIM_DOMAIN: matching(/^[a-z0-9.-]+$/i, 'must be a domain'),
  DKIM_SELECTOR: matching(/^[a-z0-9._-]+$/i, 'must be a selector'),
  DKIM_PRIVATE_KEY: matching(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'must be a private key in PEM'),
  /** The certificate of a pass type for Apple Wallet, the certificate of its issuer, and the key of the pass type. */
  PASS_CERTIFICATE: z.string().optional(),
  PASS_KEY: z.string().optional(),
  /** The company that runs the site, by its registered name. */
  COMPANY_NAME: z.string().optional(),
  CONTACT_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  CONTACT_PHONE: z.string().optional(),
  CONTACT_ADDRESS: z.string().optional(),
  CLAIM_FORM_URL: webAddress.optional(),
  /** The price of the site for a vineyard, in words. */
  VINEYARD_PRICE: z.string().max(600, 'must have at most 600 characters').optional(),
  MAP_STYLE_URL: webAddress.optional(),
  /** Raster tiles, or an archive of Protomaps. */
  MAP_TILES_URL: webAddress
    .refine(
      (address) => isArchive(address) || ['{z}', '{x}', '{y}'].every((part) => address.includes(part)),
      { error: 'must contain {z}, {x} and {y}, or be an archive that ends in .pmtiles' },
    )
    .optional(),
  MAP_ORIGINS: list
    .pipe(
      z.array(
        webAddress.refine((address) => new URL(address).origin === address, {
          error: 'must be origins such as https://tiles.example.com, separated by spaces',
        }),
      ),
    )
    .optional(),
  MAP_ATTRIBUTION: z.string().optional(),
  MAP_ATTRIBUTION_URL: webAddress.optional(),
  /** A routing server with OSRM's protocol. */
  ROUTING_URL: withoutSlash.optional(),
  SOCIAL_FACEBOOK_URL: webAddress.optional(),
  SOCIAL_INSTAGRAM_URL: webAddress.optional(),
  SOCIAL_TWITTER_URL: webAddress.optional(),
  SOCIAL_LINKEDIN_URL: webAddress.optional(),
  SOCIAL_YOUTUBE_URL: webAddress.optional(),
  SOCIAL_TIKTOK_URL: webAddress.optional(),
})

/** Invented contact details for the footer and the contact page of a site that is not in production. They reach nobody. */
const demonstrationDetails = {
  COMPANY_NAME: 'Chalk & Vine Demonstration Ltd',
  CONTACT_EMAIL: 'hello@chalk-and-vine.example',
  CONTACT_PHONE: '020 7946 0123',
  CONTACT_ADDRESS: '1 Example Street, London EC1A 1AA',
  SOCIAL_FACEBOOK_URL: 'https://facebook.example/chalkandvine',
  SOCIAL_INSTAGRAM_URL: 'https://instagram.example/chalkandvine',
  SOCIAL_YOUTUBE_URL: 'https://youtube.example/chalkandvine',
}

type Environment = z.infer<typeof environment>
/** The settings by their names in lower case. */
type Settings = { [Name in keyof Environment as Lowercase<Name>]: Environment[Name] }

export type Config = ReturnType<typeof readConfig>

/**
 * Reads the settings from the environment. Returns each setting by its name in lower case, and values that are derived
 * from several settings. Throws a ConfigError that names every invalid setting.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''))
  const read = environment.safeParse(
    given.NODE_ENV === 'production' ? given : { ...demonstrationDetails, ...given },
  )
  if (!read.success)
    throw invalidSettings(...read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`))
  const settings = Object.fromEntries(
    environment.keyof().options.map((name) => [name.toLowerCase(), read.data[name]]),
  ) as Settings
  if (settings.require_two_step && settings.database_url && !settings.secrets_key)
    throw invalidSettings('SECRETS_KEY: must be set if REQUIRE_TWO_STEP is yes and DATABASE_URL is set')
  const production = settings.node_env === 'production'
  if (production) checkProduction(settings)
  const site_url = settings.site_url ?? `http://localhost:${settings.port}`
  return {
    ...settings,
    production,
    site_url,
    secrets_keys: settings.secrets_key ?? [],
    limits: {
      sign_ins_per_account: settings.limit_sign_ins_per_account,
      sign_ins_per_address: settings.limit_sign_ins_per_address,
      links_per_mailbox: settings.limit_links_per_mailbox,
      links_per_address: settings.limit_links_per_address,
      bookings: settings.limit_bookings,
      messages: settings.limit_messages,
      booking_emails: settings.limit_booking_emails,
      searches: settings.limit_searches,
      key_requests: settings.limit_key_requests,
      wrong_keys: settings.limit_wrong_keys,
    },
    catalogue: settings.catalogue ?? (production ? 'directory' : 'both'),
    mail_from: settings.mail_from ?? `Chalk & Vine <bookings@${new URL(site_url).hostname}>`,
    dkim: readDkim(settings),
    pass_signer: readPass(settings),
    map: readMap(settings),
    social: readSocial(settings),
  }
}

/** Throws a ConfigError that names every setting which a production site lacks, or must not have. */
function checkProduction({
  site_url,
  company_name,
  contact_address,
  contact_email,
  local_webhooks,
}: Settings) {
  // Regulation 6 of the Electronic Commerce (EC Directive) Regulations 2002
  const law = 'must be set in production, because visitors must be told who runs the site'
  const problems = [
    !site_url && 'SITE_URL: must be set in production, because links in emails begin with it',
    !company_name && `COMPANY_NAME: ${law}`,
    !contact_address && `CONTACT_ADDRESS: ${law}`,
    !contact_email && `CONTACT_EMAIL: ${law}`,
    local_webhooks && 'LOCAL_WEBHOOKS: must not be yes in production',
  ].filter((problem) => typeof problem === 'string')
  if (problems.length > 0) throw invalidSettings(...problems)
}

function readDkim({ dkim_domain: domain, dkim_selector: selector, dkim_private_key: key }: Settings) {
  if (domain && selector && key) return { domain, selector, key: key.replaceAll('\\n', '\n') }
  if (domain || selector || key)
    throw invalidSettings('DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY: must be set together or not at all')
  return undefined
}

function readPass({ pass_certificate: certificates, pass_key: key }: Settings) {
  if (!certificates && !key) return null
  if (!certificates || !key)
    throw invalidSettings('PASS_CERTIFICATE, PASS_KEY: must be set together or not at all')
  const signer = readPassSigner(certificates.replaceAll('\\n', '\n'), key.replaceAll('\\n', '\n'))
  if (!signer.ok) throw invalidSettings(signer.problem)
  return signer.value
}

/**
 * Returns the settings of an external base map, or null for the built-in map. The browser loads data from `origins`, and
 * pictures and fonts from `asset_origins`.
 */
function readMap(settings: Settings) {
  const { map_style_url: style_url, map_tiles_url: tiles_url, map_origins: others = [] } = settings
  const url = style_url ?? tiles_url
  if (url === undefined) return null
  if (style_url !== undefined && tiles_url !== undefined)
    throw invalidSettings('MAP_TILES_URL: must not be set together with MAP_STYLE_URL')
  const { map_attribution: attribution, map_attribution_url: attribution_url = null } = settings
  const { origin } = new URL(url)
  if (style_url === undefined && isArchive(url)) {
    if (others.length > 0)
      throw invalidSettings('MAP_ORIGINS: must not be set with an archive, which needs no other origin')
    const credit = attribution === undefined ? protomaps : { attribution, attribution_url }
    return { kind: 'archive' as const, url, ...credit, origins: [origin], asset_origins: [] }
  }
  if (attribution === undefined) throw invalidSettings('MAP_ATTRIBUTION: must name the source of the map')
  const kind = style_url === undefined ? ('tiles' as const) : ('style' as const)
  const origins = [...new Set([origin, ...others])]
  return { kind, url, attribution, attribution_url, origins, asset_origins: origins }
}

/** Returns whether an address leads to one file with all tiles. */
const isArchive = (address: string) => new URL(address).pathname.endsWith('.pmtiles')

const protomaps = { attribution: 'Protomaps', attribution_url: 'https://protomaps.com' }

/** Returns the URLs by network, in the order of the footer. */
function readSocial(settings: Settings): Record<string, string> {
  const networks = ['Facebook', 'Instagram', 'Twitter', 'LinkedIn', 'YouTube', 'TikTok'] as const
  return Object.fromEntries(
    networks.flatMap((name) => {
      const url = settings[`social_${name.toLowerCase() as Lowercase<typeof name>}_url`]
      return url ? [[name, url]] : []
    }),
  )
}
