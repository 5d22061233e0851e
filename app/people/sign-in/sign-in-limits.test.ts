import { expect, test } from 'vitest'

import { linkLimits, mailboxLimit, proofLimits, signInLimits } from './sign-in-limits.ts'

const perHour = { sign_ins_per_account: 5, sign_ins_per_address: 20 }
const perMailbox = { links_per_mailbox: 3, links_per_address: 10 }
const email = 'Ada@Vines.example'

/** Returns the names of the limits against which a sign-in counts. */
function subjects(known: 'browser' | 'address' | null, address = '192.0.2.1', browser_token = 'token') {
  return Object.keys(signInLimits(perHour, 'admin', email, { address, browser_token }, known).limits)
}

test('an attempt from an unknown browser counts against its network address and the account, whatever the case of the email', () => {
  const { account, address, limits } = signInLimits(perHour, 'admin', email, { address: '192.0.2.1' }, null)
  expect(account).toBe('admin account ada@vines.example')
  expect(address).toBe('sign-in address 192.0.2.1')
  expect(limits).toEqual({
    'admin account ada@vines.example': { free: 5, pause: 2, longest: 60, memory: 3600 },
    'sign-in address 192.0.2.1': { free: 20, pause: 4, longest: 900, memory: 3600 },
  })
  const other = signInLimits(perHour, 'winemaker', email, { address: '192.0.2.1' }, null)
  expect(other.account).not.toBe(account)
})

test('strangers cannot use up the attempts of a known browser, even from its network address', () => {
  const strange = subjects(null)
  const own = subjects('browser')
  expect(own.filter((subject) => strange.includes(subject))).toEqual([])
  expect(own).toHaveLength(1)
  // Each browser has a limit of its own.
  expect(subjects('browser', '192.0.2.1', 'other')).not.toEqual(own)
})

test('strangers cannot use up the attempts of a known network address', () => {
  const [, strange = ''] = subjects(null, '203.0.113.9')
  const own = subjects('address')
  expect(own).not.toContain(strange)
  expect(own).toContain('sign-in address 192.0.2.1')
  expect(subjects('address', '192.0.2.2')).not.toEqual(own)
})

test('wrong passwords and wrong codes of a person are counted separately', () => {
  const ada = { actor: 'admin', actor_id: 'ada' }
  const { subject, limits } = proofLimits(perHour, 'password', ada)
  expect(limits[subject]).toEqual({ free: 5, pause: 2, longest: 900, memory: 3600 })
  expect(proofLimits(perHour, 'code', ada).subject).not.toBe(subject)
  expect(proofLimits(perHour, 'password', { ...ada, actor: 'winemaker' }).subject).not.toBe(subject)
})

test('links are counted per network address, and per mailbox and kind of link, however the mailbox is spelled', () => {
  const limits = linkLimits(perMailbox, 'team', 'Ada+wine@vines.example', '192.0.2.1')
  expect(Object.entries(limits).map(([subject, { free }]) => [subject, free])).toEqual([
    ['link address 192.0.2.1', 10],
    ['link mailbox team ada@vines.example', 3],
  ])
  expect(Object.keys(mailboxLimit(perMailbox, 'claim', 'ada@vines.example'))).toEqual([
    'link mailbox claim ada@vines.example',
  ])
})
