import { createContext } from 'react-router'

import type { ApiDocument } from './api-reading.ts'

/** The API's own description, which the page about it reads. */
export const describeApi = createContext<() => Promise<ApiDocument>>()
