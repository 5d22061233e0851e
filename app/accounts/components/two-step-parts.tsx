import { encode } from 'uqr'

/** The secret for an authenticator app, as a QR code and as text. */
export function TwoStepOffer({ secret, address }: { secret: string; address: string }) {
  return (
    <>
      <p>Open your authenticator app, add an account and point the camera at this picture.</p>
      <Picture of={address} />
      <p>
        No camera? Type this key instead: <span className="code">{secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
    </>
  )
}

function Picture({ of }: { of: string }) {
  const { data, size } = encode(of, { border: 0 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the authenticator app"
    >
      <path d={dots.join('')} shapeRendering="crispEdges" />
    </svg>
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
