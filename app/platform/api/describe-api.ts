import { createContext } from 'react-router'

import type { ApiDocument } from './document-reader.ts'

/** The API's own description, which the page about it reads. */
export const describeApi = createContext<() => Promise<ApiDocument>>()
