import { data } from 'react-router'

/**
 * The form a visitor sent. Whatever is not a POST with a form in it is refused in a plain sentence: 405 for another
 * method, 400 for a body that can not be read.
 */
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
