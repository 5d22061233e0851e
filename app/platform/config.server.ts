import type { BlockList } from 'node:net'
import { z } from 'zod'

import { readProxies } from './http/client-address.server.ts'
import { ConfigError, invalidSetting } from './config-error.ts'
import type { EncryptionKeys } from './encryption.server.ts'

const absent = (value: unknown) => (value === '' ? undefined : value)
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(absent, schema.optional())
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const origins = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
  .pipe(
    z.array(
      webAddress.refine((address) => new URL(address).origin === address, {
        error: 'must be origins such as https://tiles.example.com, separated by spaces',
      }),
    ),
  )

/** Encryption keys; the first one encrypts. */
const keys = z
  .string()
  .transform((list) =>
    list
      .split(/[\s,]+/)
      .filter((key) => key !== '')
      .map((key) => Buffer.from(key, 'base64')),
  )
  .refine((list) => list.length > 0 && list.every(({ length }) => length === 32), {
    error:
      'must be 32 random bytes in base64 (openssl rand -base64 32), or several of them with commas between',
  })

/** A whole number from `least` to `most`. */
const whole = (usual: number, least = 1, most = 1_000_000) =>
  z.preprocess(
    absent,
    z.coerce
      .number({ error: 'must be a whole number' })
      .int('must be a whole number')
      .min(least, `must be ${least} at least`)
      .max(most, `must be ${most} at most`)
      .default(usual),
  )

const environment = z.object({
  NODE_ENV: z.preprocess(absent, z.enum(['development', 'production', 'test']).default('development')),
  HOST: z.preprocess(absent, z.string().default('127.0.0.1')),
  PORT: whole(3000, 0, 65_535),
  SITE_URL: optional(webAddress),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_READ_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  DATABASE_POOL: whole(10, 1, 500),
  WORKER_POOL: whole(6, 2, 500),
  MAX_WAITING: whole(1000, 0, 100_000),
  KEPT_PAGES_MB: whole(64, 0, 100_000),
  LEAVE_SECONDS: z.preprocess(absent, z.coerce.number().min(0).max(60).default(0)),
  DATA_FOLDER: z.preprocess(absent, z.string().default('.data')),
  STORAGE_URL: optional(
    z
      .url({ protocol: /^s3$/, error: 'must be s3://key:secret@host/bucket' })
      .refine((address) => /^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(new URL(address).pathname), {
        error: 'must end in the name of a bucket',
      }),
  ),
  TRUSTED_PROXIES: z.preprocess(
    absent,
    z
      .string()
      .default('loopback')
      .transform((list, context) => {
        const proxies = readProxies(list)
        if (proxies) return proxies
        context.addIssue({
          code: 'custom',
          message: 'must be loopback, private, none, addresses or networks',
        })
        return z.NEVER
      }),
  ),
  REQUIRE_TWO_STEP: z.preprocess(absent, z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no')),
  SECRETS_KEY: optional(keys),
  LIMIT_SIGN_INS_PER_ACCOUNT: whole(5),
  LIMIT_SIGN_INS_PER_ADDRESS: whole(20),
  LIMIT_LINKS_PER_MAILBOX: whole(3),
  LIMIT_LINKS_PER_ADDRESS: whole(10),
  LIMIT_BOOKINGS: whole(60),
  LIMIT_MESSAGES: whole(10),
  LIMIT_SEARCHES: whole(300),
  KEEP_NAMES_MONTHS: whole(24, 1, 120),
  KEEP_MAILS_DAYS: whole(90, 1, 3650),
  CATALOGUE: optional(
    z.enum(['both', 'demo', 'directory', 'none'], { error: 'must be both, demo, directory or none' }),
  ),
  LOG_LEVEL: z.preprocess(
    absent,
    z
      .enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], { error: 'must be a log level' })
      .default('info'),
  ),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        /^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/,
        'must be an address or Name <address>',
      ),
  ),
  DKIM_DOMAIN: optional(z.string().regex(/^[a-z0-9.-]+$/i, 'must be a domain')),
  DKIM_SELECTOR: optional(z.string().regex(/^[a-z0-9._-]+$/i, 'must be a selector')),
  DKIM_PRIVATE_KEY: optional(
    z.string().regex(/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'must be a private key in PEM'),
  ),
  CONTACT_EMAIL: optional(z.email({ error: 'must be an email address' })),
  CONTACT_PHONE: optional(z.string()),
  CONTACT_ADDRESS: optional(z.string()),
  CLAIM_FORM_URL: optional(webAddress),
  MAP_STYLE_URL: optional(webAddress),
  MAP_TILES_URL: optional(
    webAddress.refine((address) => ['{z}', '{x}', '{y}'].every((part) => address.includes(part)), {
      error: 'must name {z}, {x} and {y}',
    }),
  ),
  MAP_ORIGINS: optional(origins),
  MAP_ATTRIBUTION: optional(z.string()),
  MAP_ATTRIBUTION_URL: optional(webAddress),
  ROUTING_URL: optional(webAddress),
  SOCIAL_FACEBOOK_URL: optional(webAddress),
  SOCIAL_INSTAGRAM_URL: optional(webAddress),
  SOCIAL_TWITTER_URL: optional(webAddress),
  SOCIAL_LINKEDIN_URL: optional(webAddress),
  SOCIAL_YOUTUBE_URL: optional(webAddress),
  SOCIAL_TIKTOK_URL: optional(webAddress),
})

export type Config = {
  production: boolean
  host: string
  port: number
  /** Without a trailing slash; canonical links begin with it. */
  site_url: string
  database_url: string | undefined
  /** A replica, for reads that may be a moment old. */
  database_read_url: string | undefined
  database_pool: number
  worker_pool: number
  /** Requests that may wait; further ones get 503. */
  max_waiting: number
  /** Memory of the page cache. */
  kept_pages_mb: number
  /** Milliseconds in which the process still takes requests after it was told to stop. */
  leave_ms: number
  data_folder: string
  /** The bucket of uploaded pictures; without one they are in the data folder. */
  storage_url: string | undefined
  /** Months after the visit, or after a message was written. */
  keep_names_months: number
  /** Days after an email was written. */
  keep_mails_days: number
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trusted_proxies: BlockList
  /** Whether every admin must sign in with an authenticator app. */
  require_two_step: boolean
  /** Keys of 32 bytes for secrets in the database: the first encrypts, all decrypt. Empty: no encryption. */
  secrets_keys: EncryptionKeys
  limits: {
    /** Failed sign-ins before further ones are slowed down. */
    sign_ins_per_account: number
    sign_ins_per_address: number
    /** Emailed links, likewise. */
    links_per_mailbox: number
    links_per_address: number
    /** Per IP address: bookings in ten minutes, messages and claims in an hour, searches in a minute. */
    bookings: number
    messages: number
    searches: number
  }
  catalogue: 'both' | 'demo' | 'directory' | 'none'
  log_level: string
  /** Without it no email is sent; emails are stored and shown. */
  smtp_url: string | undefined
  mail_from: string
  dkim: { domain: string; selector: string; key: string } | undefined
  contact_email: string | undefined
  contact_phone: string | undefined
  contact_address: string | undefined
  claim_form_url: string | undefined
  /** Replaces the built-in base map; null: the built-in one. */
  map: MapConfig | null
  /** A routing server with OSRM's protocol, without a trailing slash. */
  routing_url: string | undefined
  /** URLs by network, in the order of the footer. */
  social: Record<string, string>
}

/** An external base map: either URL is set. `origins` are all origins that it loads from. */
export type MapConfig = {
  style_url: string | null
  tiles_url: string | null
  attribution: string
  attribution_url: string | null
  origins: string[]
}

/** Reads the settings from the environment. Throws a ConfigError that names every invalid one. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const read = environment.safeParse(env)
  if (!read.success) {
    const lines = read.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`)
    throw new ConfigError(`These settings are not valid:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  const set = read.data
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_PRIVATE_KEY: key } = set
  if ((domain || selector || key) && !(domain && selector && key))
    throw new ConfigError(
      'These settings are not valid:\n  DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are set together or not at all',
    )
  if (set.REQUIRE_TWO_STEP === 'yes' && set.DATABASE_URL && !set.SECRETS_KEY)
    throw invalidSetting('SECRETS_KEY: must be set where REQUIRE_TWO_STEP and DATABASE_URL are')
  const map = readMap(set)
  const production = set.NODE_ENV === 'production'
  const social = {
    Facebook: set.SOCIAL_FACEBOOK_URL,
    Instagram: set.SOCIAL_INSTAGRAM_URL,
    Twitter: set.SOCIAL_TWITTER_URL,
    LinkedIn: set.SOCIAL_LINKEDIN_URL,
    YouTube: set.SOCIAL_YOUTUBE_URL,
    TikTok: set.SOCIAL_TIKTOK_URL,
  }
  const site_url = (set.SITE_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '')
  return {
    production,
    host: set.HOST,
    port: set.PORT,
    site_url,
    database_url: set.DATABASE_URL,
    database_read_url: set.DATABASE_READ_URL,
    database_pool: set.DATABASE_POOL,
    worker_pool: set.WORKER_POOL,
    max_waiting: set.MAX_WAITING,
    kept_pages_mb: set.KEPT_PAGES_MB,
    leave_ms: set.LEAVE_SECONDS * 1000,
    data_folder: set.DATA_FOLDER,
    storage_url: set.STORAGE_URL,
    keep_names_months: set.KEEP_NAMES_MONTHS,
    keep_mails_days: set.KEEP_MAILS_DAYS,
    trusted_proxies: set.TRUSTED_PROXIES,
    require_two_step: set.REQUIRE_TWO_STEP === 'yes',
    secrets_keys: set.SECRETS_KEY ?? [],
    limits: {
      sign_ins_per_account: set.LIMIT_SIGN_INS_PER_ACCOUNT,
      sign_ins_per_address: set.LIMIT_SIGN_INS_PER_ADDRESS,
      links_per_mailbox: set.LIMIT_LINKS_PER_MAILBOX,
      links_per_address: set.LIMIT_LINKS_PER_ADDRESS,
      bookings: set.LIMIT_BOOKINGS,
      messages: set.LIMIT_MESSAGES,
      searches: set.LIMIT_SEARCHES,
    },
    catalogue: set.CATALOGUE ?? (production ? 'directory' : 'both'),
    log_level: set.LOG_LEVEL,
    smtp_url: set.SMTP_URL,
    mail_from: set.MAIL_FROM ?? `Chalk & Vine <bookings@${new URL(site_url).hostname}>`,
    dkim: domain && selector && key ? { domain, selector, key: key.replaceAll('\\n', '\n') } : undefined,
    contact_email: set.CONTACT_EMAIL,
    contact_phone: set.CONTACT_PHONE,
    contact_address: set.CONTACT_ADDRESS,
    claim_form_url: set.CLAIM_FORM_URL,
    map,
    routing_url: set.ROUTING_URL?.replace(/\/+$/, ''),
    social: Object.fromEntries(
      Object.entries(social).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  }
}

/** Returns null for the built-in base map. Throws a ConfigError if the settings contradict each other. */
function readMap(set: z.infer<typeof environment>): MapConfig | null {
  const { MAP_STYLE_URL: style_url = null, MAP_TILES_URL: tiles_url = null, MAP_ATTRIBUTION } = set
  const address = style_url ?? tiles_url
  if (address === null) return null
  if (style_url !== null && tiles_url !== null)
    throw invalidSetting('MAP_TILES_URL: must not be set together with MAP_STYLE_URL')
  if (MAP_ATTRIBUTION === undefined) throw invalidSetting('MAP_ATTRIBUTION: must name the source of the map')
  return {
    style_url,
    tiles_url,
    attribution: MAP_ATTRIBUTION,
    attribution_url: set.MAP_ATTRIBUTION_URL ?? null,
    origins: [...new Set([new URL(address).origin, ...(set.MAP_ORIGINS ?? [])])],
  }
}
