import type { Sql } from '../app/platform/database/database.server.ts'

export const longLocation = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
export const longWord = longLocation.repeat(3)

/** Returns a text without spaces that would run as script in an element, an attribute, a title, a script or a link. */
export function payload(where: string): string {
  return `"'></title></script><img/src="x"onerror=noteExecuted('${where}')><script>noteExecuted(1)</script>`
}

/** Returns one line of the largest allowed length: an unbroken word, followed by a payload. */
export const hostileLine = (where: string) => longWord.slice(0, 200 - payload(where).length) + payload(where)

const hostileProse = (where: string) =>
  [
    longWord.repeat(3),
    payload(where),
    `<svg onload=noteExecuted('${where}')>`,
    `[link](javascript:noteExecuted('${where}')) <a href="javascript:noteExecuted('${where}')">link</a>`,
    `<iframe srcdoc="<script>parent.noteExecuted('${where}')</script>"></iframe>`,
    `<style>@import 'https://evil.example/x.css'</style><base href="https://evil.example/">`,
    '--></textarea>`${noteExecuted(1)}` {{constructor.constructor("noteExecuted(2)")()}} \u2028 <!--',
  ].join('\n')

/** For each SQL domain, a text with an unbroken word and the worst script that the domain accepts. */
const hostile: Record<string, (where: string) => string> = {
  one_line: hostileLine,
  prose: hostileProse,
  web_address: (where) =>
    `https://${longLocation}.evil.example/'onmouseover='noteExecuted(1)'/${where}/${longWord}`,
  picture_address: (where) => `https://evil.example/'onerror='noteExecuted(1)'/${where}.png`,
  // The address is in lower case, as some tables require. Its script would fail, because there is no function
  // `noteexecuted`.
  email_address: (where) =>
    `'onfocus='noteExecuted\`1\`'${where}${longWord.slice(0, 60)}@${longWord.slice(0, 60)}.evil.example`.toLowerCase(),
}

/** A post in the format that the editor writes. Its texts are hostile. */
export const hostileDocument = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: hostileLine('heading') }] },
    { type: 'paragraph', content: [{ type: 'text', text: hostileProse('paragraph') }] },
  ],
}

/** A post that also has every kind of malicious node, which the editor never writes. */
const maliciousDocument = {
  type: 'doc',
  content: [
    ...hostileDocument.content,
    {
      type: 'paragraph',
      content: [
        'javascript:noteExecuted(1)',
        ' javascript:noteExecuted(1)',
        'data:text/html,<script>noteExecuted(1)</script>',
        '//evil.example',
      ].map((href) => ({
        type: 'text',
        text: 'a link',
        marks: [{ type: 'link', attrs: { href, onclick: 'noteExecuted(1)' } }],
      })),
    },
    {
      type: 'image',
      attrs: { src: 'https://evil.example/x.png', alt: payload('alt'), title: payload('title') },
    },
    { type: 'image', attrs: { src: 'javascript:noteExecuted(1)', alt: '', onerror: 'noteExecuted(1)' } },
    { type: 'script', content: [{ type: 'text', text: 'noteExecuted(1)' }] },
  ],
}

/** Writes hostile text into every column that contains text that people typed. Returns the columns that were written. */
export async function poison(sql: Sql): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; kind: string }[]>`
    select c.table_name as table, c.column_name as column, c.domain_name as kind
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.domain_name = any (${Object.keys(hostile)})
      and is_generated = 'NEVER' and is_updatable = 'YES'
    order by 1, 2`
  const written: string[] = []
  // A stay needs a position, and an answer needs a time.
  await sql`update itineraries set stay = 'Lewes', stay_latitude = 50.87, stay_longitude = 0.01`
  await sql`update reviews set answer = 'Thank you.', answered_at = created_at`
  // Only a called-off booking may have a message about the call-off.
  const allows = (name: string) =>
    name === 'bookings.called_off_message'
      ? sql`called_off_at is not null`
      : aboutOneContact.has(name)
        ? sql`email is null`
        : sql`${name !== 'payments.reason'}`
  for (const { table, column, kind } of columns) {
    const name = `${table}.${column}`
    // In a unique column, only the first row can have the text.
    const { count } = await sql`
      update ${sql(table)} set ${sql(column)} = ${hostile[kind]?.(name) ?? ''}
      where ctid = any (array(select ctid from ${sql(table)} where ${allows(name)} order by ctid limit ${unique.has(name) ? 1 : 100}))`
    if (count > 0) written.push(name)
  }
  // Tags may have at most 40 bytes each.
  const tags = [longWord.slice(0, 40), `<b>tag"onfocus='noteExecuted(1)'`]
  await sql`update bookings set tags = ${tags} where id in (select id from bookings where erased_at is null limit 100)`
  await sql`update customer_tags set tag = ${tags[1] ?? ''}`
  // Stored payments never change, so new sales get a hostile text. It is short, because a sale may have at most 40 letters.
  await sql`
    insert into payments (vineyard_id, entry, kind, amount, reason, actor, actor_id, taken_at, idempotency_key, created_at)
    select vineyard_id, entry, kind, amount, ${tags[1] ?? ''}, actor, actor_id, now(), gen_random_uuid(), now()
    from payments where entry = 'sale'`
  await sql`
    update blog_posts set body = ${sql.json(maliciousDocument)}, tags = ${tags}`
  return written
}

/** Columns of rows about a customer. Such a row has either an email address or a telephone number. */
const aboutOneContact = new Set(['customer_notes.phone', 'customer_tags.phone', 'erasure_requests.phone'])

const unique = new Set([
  'experiences.external_reference',
  'resellers.name',
  'hosts.name',
  'vineyard_posters.address',
  'users.email',
  'winemakers.email',
  'admins.email',
])
