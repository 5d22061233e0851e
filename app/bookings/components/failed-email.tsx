import { phoneLink } from '../../platform/text/phone-link.ts'
import { type EmailFailure, failureSentence } from '../../mail/failure.ts'

/** Says why the email to a guest failed, and how to phone the guest. Shows nothing if no email failed. */
export function FailedEmail({
  failed_email,
  guest_phone,
}: {
  failed_email: EmailFailure | null
  guest_phone: string | null
}) {
  if (!failed_email) return null
  return (
    <span className="small email-failed">
      {failed_email.reason === 'retrying' ? 'Email ' : 'Email failed: '}
      {failureSentence(failed_email)}
      {guest_phone && (
        <>
          . <PhoneLink to={guest_phone} />
        </>
      )}
    </span>
  )
}

export function PhoneLink({ to }: { to: string }) {
  return <a href={phoneLink(to)}>{to}</a>
}
