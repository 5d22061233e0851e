import { createContext } from 'react-router'

import type { ApiDocument } from './document-reader.ts'

/** Returns the API's OpenAPI document, for its page. */
export const describeApi = createContext<() => Promise<ApiDocument>>()
