import { createContext } from 'react-router'

import type { Config } from './config.server.ts'
import type { Sql } from './database.server.ts'
import type { Log } from './log.server.ts'

/** What a loader or an action may lean on; all of it arrives with the request. */
export const database = createContext<Sql>()
export const clock = createContext<() => Date>()
export const config = createContext<Config>()
export const log = createContext<Log>()
