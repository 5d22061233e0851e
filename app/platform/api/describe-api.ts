import { createContext } from 'react-router'

import type { ApiDocument } from './document-reader.ts'

/** The context of the function that returns the OpenAPI document, for the page that describes the API. */
export const describeApi = createContext<() => Promise<ApiDocument>>()
