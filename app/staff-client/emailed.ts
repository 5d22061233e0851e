/** The sentence that staff of a site without SMTP_URL see instead of a sentence such as "We’re emailing it now". */
const keptSentence = 'Kept in the email log: no mail server is set.'

/** The sentence that tells staff before an action that emails are only kept in the log. */
export const keepsSentence = 'No mail server is set, so emails are only kept in the email log.'

/** Returns `sentence`, which says that somebody is emailed, or a sentence that says what happens without SMTP_URL. */
export function ifEmailed(sentence: string): string {
  const isSent = typeof document === 'undefined' || !('noEmail' in document.body.dataset)
  return isSent ? sentence : keptSentence
}
