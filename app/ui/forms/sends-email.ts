import { useRouteLoaderData } from 'react-router'

/** The sentence that staff of a site without SMTP_URL see instead of a sentence such as "We’re emailing it now". */
export const keptSentence = 'Kept in the email log: no mail server is set.'

/** The sentence that tells staff before an action that emails are only kept in the log. */
export const keepsSentence = 'No mail server is set, so emails are only kept in the email log.'

/** The body attribute that tells browser code that no email is sent. */
export const noEmail = { 'data-no-email': '' }

/** Returns whether this site sends email; true if the data of the root route could not be read. */
export function useSendsEmail(): boolean {
  return useRouteLoaderData<{ sends_email: boolean }>('root')?.sends_email ?? true
}

/** Returns whether this site sends email, for browser code outside components. */
export function sendsEmail(): boolean {
  return typeof document === 'undefined' || !('noEmail' in document.body.dataset)
}

/** Returns `sentence`, which says that somebody is emailed, or a sentence that says what happens without SMTP_URL. */
export function ifEmailed(sentence: string): string {
  return sendsEmail() ? sentence : keptSentence
}
