import { useRouteLoaderData } from 'react-router'

/** What staff read in place of "emailed" on a site without SMTP_URL. */
export const keptSentence = 'Kept in the email log: no mail server is set.'

/** The same before they act. */
export const keepsSentence = 'No mail server is set, so emails are only kept in the email log.'

/** The attribute of the body by which actions in the browser know that no email is sent. */
export const noEmail = { 'data-no-email': '' }

/** Whether this site sends email; true where the root could not be read. */
export function useSendsEmail(): boolean {
  return useRouteLoaderData<{ sends_email: boolean }>('root')?.sends_email ?? true
}

/** The same for actions in the browser, which no hook reaches. */
export function sendsEmail(): boolean {
  return typeof document === 'undefined' || !('noEmail' in document.body.dataset)
}

/** `sentence` says that somebody is emailed; where nobody is, what happens instead. */
export function ifEmailed(sentence: string): string {
  return sendsEmail() ? sentence : keptSentence
}
