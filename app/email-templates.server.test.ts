import { toPlainText } from '@react-email/render'
import { expect, test } from 'vitest'

import { renderEmail } from './mail/render-email.server.tsx'
import { emailTemplates, sampleMessages } from './email-templates.server.ts'

const site = { site_url: 'https://vines.test', mail_from: 'Chalk & Vine <bookings@vines.test>' }
const messages = await sampleMessages(site, '2026-05-23')

/** HTML and CSS that ten-year-old email programs, and some current ones, ignore or remove. */
const unknown = [
  /<(script|link|svg|picture|video|form|input|button|iframe|object|section|article|header|footer|main|nav)\b/i,
  /@import|@font-face|<base\b|javascript:|url\(/i,
  /\bdisplay:\s*(inline-)?(flex|grid)\b/i,
  /\b(position|float|transform|animation|box-shadow|clip-path|object-fit|filter|gap|inset)\s*:/i,
  /var\(--|calc\(|clamp\(|oklch\(|rgb\([^,)]*\s/i,
  /margin:[^;"]*-\d/i,
]

test('every email works with tables and inline styles alone', () => {
  for (const { email_type, message } of messages) {
    for (const pattern of unknown) expect(message.html, email_type).not.toMatch(pattern)
    const body = message.html.slice(message.html.indexOf('<body'))
    // Each element has inline styles: an email program that drops the style sheet loses only dark mode.
    for (const [tag] of body.matchAll(/<(td|th|p|a|h1|h2)\b[^>]*>/g))
      expect(tag, email_type).toContain('style=')
    for (const [picture] of body.matchAll(/<img\b[^>]*>/g))
      expect(picture, email_type).toMatch(/(?=.* alt="[^"])(?=.* width="\d)(?=.* src="https:\/\/)/)
    expect(message.html.match(/<style/g), email_type).toHaveLength(1)
    expect(message.html, email_type).toMatch(/<html[^>]+lang="en-GB"/)
  }
})

test('every email is small enough to be shown in full', async () => {
  for (const { email_type, message } of messages)
    expect(Buffer.byteLength(message.html), email_type).toBeLessThan(102 * 1024)
  const item = { number: '12', title: 'W'.repeat(60), lines: ['01632 960123 · CV-7K3M-2Q', 'x'.repeat(100)] }
  const long = await renderEmail(
    {
      subject: 'A long day',
      preview: '',
      heading: 'A long day',
      parts: [
        {
          kind: 'list',
          heading: 'All of it',
          items: Array.from({ length: 100 }, (_, n) => ({ ...item, title: item.title + n })),
        },
      ],
      reason: '',
    },
    site,
  )
  expect(Buffer.byteLength(long.html)).toBeLessThan(102 * 1024)
})

test('the text has all words and links of the HTML', () => {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}£@]+/gu) ?? []
  for (const { email_type, message } of messages) {
    const inText = new Set(words(message.text))
    const body = message.html.slice(message.html.indexOf('<h1'))
    const inHtml = words(
      toPlainText(body, { selectors: [{ selector: 'a', options: { ignoreHref: true } }], wordwrap: false }),
    )
    // The plain text leaves out the captions of pictures.
    const captions = 'Illustration. Show this code when you arrive, or give your name.'
    const withoutText = new Set(words(`Vineyards of the United Kingdom ${captions}`))
    expect(
      inHtml.filter((word) => !inText.has(word) && !withoutText.has(word)),
      email_type,
    ).toEqual([])
    for (const [, href = ''] of message.html.matchAll(/href="([^"]+)"/g))
      expect(message.text, email_type).toContain(href.replaceAll('&amp;', '&'))
  }
})

test('dark mode replaces every colour in use', () => {
  for (const { email_type, message } of messages) {
    const used = new Set(
      [...message.html.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
    )
    for (const name of used)
      if (name !== 'side') expect(message.html, `${email_type} ${name}`).toContain(`.${name}{`)
  }
})

// ASVS 1.2.1
test('escapes typed text in HTML, and leaves it unchanged in plain text', async () => {
  const nasty = '<b onclick="x">"&\' </td><script>alert(1)</script>'
  const { html, text } = await renderEmail(
    {
      subject: nasty,
      preview: nasty,
      heading: nasty,
      parts: [
        { kind: 'text', text: nasty },
        { kind: 'facts', facts: [{ label: nasty, value: nasty }] },
        { kind: 'quote', text: nasty },
        { kind: 'list', heading: nasty, items: [{ number: '1', title: nasty, lines: [nasty] }] },
      ],
      reason: nasty,
    },
    site,
  )
  expect(html).not.toMatch(/<script|<b /)
  expect(text).toContain(nasty)
})

test('a subject has fewer than 90 characters, and a line of plain text has at most 100 unless it contains a link', () => {
  for (const { email_type, message } of messages) {
    expect(message.subject.length, email_type).toBeLessThan(90)
    expect(
      message.text.split('\n').filter((line) => line.length > 100 && !line.includes('http')),
      email_type,
    ).toEqual([])
  }
  expect(Object.keys(emailTemplates)).toContain('received')
})
