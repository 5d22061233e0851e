/** `joined`: how many bookings made before with that address became theirs by this sign-in. */
export type VisitorSession = { session_token: string; user: { id: string; email: string }; joined: number }

/** The field in which a form that a script sends carries the visitor's session. */
export const visitorField = 'visitor_session_token'
