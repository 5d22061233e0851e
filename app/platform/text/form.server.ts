import { data, type HeadersArgs, type RouterContextProvider } from 'react-router'

import { sentFields } from '../context.ts'

/**
 * Returns the headers of a page whose form holds nothing private, so that the browser may store the page. Firefox would forget
 * the text typed on a page with `no-store`, and show an empty form after going back.
 */
export function formPageHeaders({ actionHeaders }: Pick<HeadersArgs, 'actionHeaders'>): HeadersInit {
  return { 'Cache-Control': 'private, no-cache', ...Object.fromEntries(actionHeaders) }
}

/** Returns the form of a POST as `readForm` does, and keeps its fields, so that a failed page can show them again. */
export async function readFormToKeep(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<FormData> {
  const form = await readForm(request)
  const fields = [...form].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  context.set(sentFields, fields)
  return form
}

/** Returns the form of a POST. Throws 405 for another method and 400 for a body that is not a form. */
export async function readForm(request: Request): Promise<FormData> {
  if (request.method !== 'POST')
    throw data(
      { message: 'That is not something this page can do.' },
      { status: 405, headers: { Allow: 'GET, POST' } },
    )
  return request.formData().catch(() => {
    throw data({ message: 'This form could not be read. Please go back and send it again.' }, { status: 400 })
  })
}
