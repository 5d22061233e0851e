import { data } from 'react-router'

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
