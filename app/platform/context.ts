import { createContext } from 'react-router'

import type { RateLimited } from './http/rate-limit.server.ts'
import type { Config } from './config.server.ts'
import type { Sql } from './database.server.ts'
import type { PageDependencies } from './http/page-cache/page-dependencies.ts'
import type { Log } from './log.server.ts'
import type { Reader } from './replica.server.ts'

/** What a loader or an action may lean on; all of it arrives with the request. */
export const database = createContext<Sql>()
/** For what may be a moment old; never for places or bookings. */
export const reading = createContext<Reader>()
export const clock = createContext<() => Date>()
export const config = createContext<Config>()
export const log = createContext<Log>()
/** Set where the visitor has sent a form too often: its action says so beside what they typed, and does nothing. */
export const rateLimited = createContext<RateLimited | null>(null)
/** What is to be told of a page that will be kept; null for one that is made for one visitor alone. */
export const pageDependencies = createContext<PageDependencies | null>(null)
