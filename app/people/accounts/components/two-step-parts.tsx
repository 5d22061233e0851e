import { lazyPart } from '../../../ui/page/lazy-part.tsx'
import '../../../ui/pictures/qr-code.css'

const TextQrCode = lazyPart(() => import('../../../ui/pictures/text-qr-code.tsx'))

/** Shows the secret for an authenticator app as a QR code and as text. */
export function TwoStepOffer({ secret, address }: { secret: string; address: string }) {
  return (
    <>
      <p>Open your authenticator app, add an account and point the camera at this picture.</p>
      <TextQrCode text={address} label="QR code for the authenticator app" />
      <p>
        No camera? Type this key instead: <span className="code">{secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
    </>
  )
}

export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <>
      <p>
        Keep these codes somewhere safe, but not on your phone. Each replaces the app once. You won’t see them
        again.
      </p>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ul>
    </>
  )
}
