import { createContext } from 'react-router'

import type { RateLimited } from './http/rate-limit.server.ts'
import type { Config } from './config.server.ts'
import type { Sql } from './database/database.server.ts'
import type { Log } from './log.server.ts'
import type { Reader } from './database/replica.server.ts'

/** The database. Loaders and actions receive it, and the values below, with the request. */
export const database = createContext<Sql>()
/** Reads data that may be slightly out of date. Never use it for places and bookings. */
export const reading = createContext<Reader>()
export const clock = createContext<() => Date>()
export const config = createContext<Config>()
export const log = createContext<Log>()
/** Set when the visitor has sent a form too often. The action then shows the sentence in this value and does nothing else. */
export const rateLimited = createContext<RateLimited | null>(null)

/** The fields of the form that an action has read. If the action fails, the error page shows these fields again. */
export const sentFields = createContext<[string, string][] | null>(null)
