/**
 * A made-up party. `when` says whether it books a session before, on or after the day on which the
 * demonstration is loaded.
 */
export type DemoParty = {
  name: string
  guests: number
  when: 'past' | 'today' | 'coming'
  /** How the party booked: on the site (default), by telephone, or at the gate. */
  by?: 'site' | 'telephone' | 'gate'
  request?: string
  note?: string
  /** The tags that staff must not miss. */
  tags?: string[]
  /** Whether the party came, or how many guests came. It applies only to sessions that have begun. */
  came?: true | number | 'no_show'
  /** What the party paid: an amount in pounds or, without an amount, the whole price. */
  paid?: { kind: 'cash' | 'card'; amount?: number }
  /** Who cancelled the visit. */
  cancelled?: 'guest' | 'staff'
  /** The party waits for the vineyard to confirm the booking. */
  pending?: true
}

const card = { kind: 'card' } as const
const cash = { kind: 'cash' } as const
const deposit = { kind: 'card', amount: 20 } as const

/** The parties of each demonstration estate, in the order of `demoEstates`. A guest who is listed twice comes again. */
export const demoParties: DemoParty[][] = [
  [
    { name: 'Beatrice Holloway', guests: 2, when: 'past', came: true, paid: card },
    { name: 'Priya Raman', guests: 4, when: 'past', came: 3, paid: card },
    { name: 'Gareth Pugh', guests: 2, when: 'past', came: 'no_show', paid: card },
    {
      name: 'Zoë O’Brien',
      guests: 3,
      when: 'today',
      request: 'One of us is allergic to nuts.',
      tags: ['allergy'],
      came: true,
      paid: cash,
    },
    { name: 'Walk-in', guests: 2, when: 'today', by: 'gate', paid: cash },
    {
      name: 'Amara Okafor',
      guests: 5,
      when: 'coming',
      pending: true,
      request: 'It is a birthday. May we bring a cake?',
      tags: ['birthday'],
    },
    { name: 'Beatrice Holloway', guests: 4, when: 'coming', note: 'Likes the table by the window.' },
    { name: 'Tom Sanderson', guests: 2, when: 'coming', paid: card, cancelled: 'staff' },
  ],
  [
    { name: 'Jürgen Müller', guests: 2, when: 'past', came: true, paid: card },
    { name: 'Harriet Cholmondeley', guests: 6, when: 'past', by: 'telephone', came: 5, paid: card },
    { name: 'Ewan Drummond', guests: 2, when: 'past', cancelled: 'guest' },
    { name: 'Nell Fairweather', guests: 2, when: 'today', came: true, paid: card },
    {
      name: 'Marcus Bright',
      guests: 4,
      when: 'today',
      by: 'telephone',
      note: 'Comes by train, may be ten minutes late.',
    },
    { name: 'Jürgen Müller', guests: 3, when: 'coming', request: 'One vegetarian.' },
    { name: 'Sofia Marchetti', guests: 6, when: 'coming', pending: true },
  ],
  [
    { name: 'Rosa Trelawney', guests: 2, when: 'past', came: true, paid: cash },
    { name: 'Daniel Osei', guests: 2, when: 'past' },
    { name: 'Fiona Macleod', guests: 3, when: 'past', came: true, paid: deposit },
    { name: 'Imogen Clarke', guests: 2, when: 'today', came: true, paid: card },
    { name: 'Walk-in', guests: 3, when: 'today', by: 'gate', paid: card },
    { name: 'Rosa Trelawney', guests: 2, when: 'coming', note: 'Her third visit this year.' },
    {
      name: 'Hugh Penrose',
      guests: 4,
      when: 'coming',
      pending: true,
      request: 'A wheelchair user is with us.',
      tags: ['access'],
    },
    { name: 'Lucy Tan', guests: 2, when: 'coming', cancelled: 'guest' },
  ],
  [
    { name: 'Margaret Ashdown', guests: 4, when: 'past', came: true, paid: card },
    { name: 'Oliver Nkemelu', guests: 2, when: 'past', came: 'no_show' },
    { name: 'Clara Whitcombe', guests: 2, when: 'past', paid: card, cancelled: 'staff' },
    { name: 'Benedict Rowe', guests: 4, when: 'today', request: 'A quiet corner, please.' },
    { name: 'Yusuf Demir', guests: 2, when: 'today', by: 'telephone', came: true, paid: cash },
    { name: 'Margaret Ashdown', guests: 6, when: 'coming', note: 'Brings her book club.' },
    { name: 'Tess Hargreave', guests: 4, when: 'coming', pending: true },
  ],
  [
    { name: 'Cerys Vaughan', guests: 2, when: 'past', came: true, paid: card },
    { name: 'Ifan Prosser', guests: 3, when: 'past', by: 'telephone', came: true, paid: cash },
    { name: 'Hannah Lloyd', guests: 2, when: 'past', came: 'no_show', paid: card },
    {
      name: 'Megan Rees',
      guests: 2,
      when: 'today',
      came: true,
      paid: card,
      note: 'Works for the valley’s paper.',
    },
    { name: 'Walk-in', guests: 2, when: 'today', by: 'gate', paid: cash },
    { name: 'Cerys Vaughan', guests: 2, when: 'coming', request: 'Two coeliacs.', tags: ['allergy'] },
    { name: 'Owen Bevan', guests: 3, when: 'coming' },
    { name: 'Anna Kowalska', guests: 4, when: 'coming', paid: card, cancelled: 'staff' },
  ],
  [
    { name: 'Bridget Thwaite', guests: 2, when: 'past', came: true, paid: card },
    { name: 'Kwame Boateng', guests: 6, when: 'past', came: 4, paid: card },
    { name: 'Alice Fenwick', guests: 2, when: 'past' },
    { name: 'George Metcalfe', guests: 3, when: 'today', by: 'telephone', came: true, paid: cash },
    { name: 'Leila Haddad', guests: 4, when: 'today', request: 'We bring a pushchair.' },
    { name: 'Bridget Thwaite', guests: 2, when: 'coming' },
    { name: 'Martin Sugden', guests: 12, when: 'coming', pending: true, note: 'The cricket club’s dinner.' },
  ],
  [
    { name: 'Joan Sedgwick', guests: 2, when: 'past', came: true, paid: cash },
    { name: 'Peter Lindqvist', guests: 4, when: 'past', came: true, paid: deposit },
    { name: 'Maya Chowdhury', guests: 2, when: 'past', cancelled: 'guest' },
    { name: 'Ruth Ellery', guests: 2, when: 'today', came: true, paid: card },
    { name: 'Walk-in', guests: 4, when: 'today', by: 'gate', paid: card },
    { name: 'Joan Sedgwick', guests: 3, when: 'coming', note: 'Regular: knows the sisters well.' },
    { name: 'Samuel Adeyemi', guests: 5, when: 'coming', request: 'One of us uses crutches.' },
    { name: 'Grace Pettit', guests: 2, when: 'coming', by: 'telephone' },
  ],
  [
    { name: 'Edith Bramley', guests: 2, when: 'past', came: true, paid: card },
    { name: 'Callum Reid', guests: 2, when: 'past', came: 'no_show' },
    { name: 'Naomi Feld', guests: 6, when: 'past', by: 'telephone', came: 5, paid: card },
    { name: 'Isaac Turner', guests: 2, when: 'today', came: true, paid: cash },
    { name: 'Vera Lockwood', guests: 3, when: 'today', request: 'Please no shellfish for one of us.' },
    { name: 'Edith Bramley', guests: 2, when: 'coming' },
    {
      name: 'Abigail Frost',
      guests: 10,
      when: 'coming',
      pending: true,
      note: 'A choir. Asked whether they may sing.',
    },
  ],
]
