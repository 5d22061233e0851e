/** The kinds of hosts: a person who guides, or a room. */
export const hostKinds = ['person', 'room'] as const
export type HostKind = (typeof hostKinds)[number]

export const hostKindLabels: Record<HostKind, string> = { person: 'A person', room: 'A room' }
