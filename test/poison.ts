import type { Sql } from '../app/platform/database/database.server.ts'

/** Text that would run as script in an element, an attribute, a title, a script or a link. */
export function payload(where: string): string {
  const run = `noteExecuted('${where}')`
  return `"'><img src=x onerror=${run}></title></script><script>${run}</script>`
}

const longer = (where: string) =>
  [
    payload(where),
    `<svg onload=noteExecuted('${where}')>`,
    `[link](javascript:noteExecuted('${where}')) <a href="javascript:noteExecuted('${where}')">link</a>`,
    `<iframe srcdoc="<script>parent.noteExecuted('${where}')</script>"></iframe>`,
    `<style>@import 'https://evil.example/x.css'</style><base href="https://evil.example/">`,
    '--></textarea>`${noteExecuted(1)}` {{constructor.constructor("noteExecuted(2)")()}} \u2028 <!--',
  ].join('\n')

/** The worst text that each domain type accepts. */
const worst: Record<string, (where: string) => string> = {
  one_line: payload,
  prose: longer,
  web_address: (where) => `https://evil.example/'onmouseover='noteExecuted(1)'/${where}`,
  picture_address: (where) => `https://evil.example/'onerror='noteExecuted(1)'/${where}.png`,
  email_address: (where) => `'onfocus='noteExecuted\`1\`'${where}@evil.example`,
}

/** A post whose document has every kind of malicious node. */
const document = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: payload('heading') }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: longer('paragraph') },
        ...[
          'javascript:noteExecuted(1)',
          ' javascript:noteExecuted(1)',
          'data:text/html,<script>noteExecuted(1)</script>',
          '//evil.example',
        ].map((href) => ({
          type: 'text',
          text: 'a link',
          marks: [{ type: 'link', attrs: { href, onclick: 'noteExecuted(1)' } }],
        })),
      ],
    },
    {
      type: 'image',
      attrs: { src: 'https://evil.example/x.png', alt: payload('alt'), title: payload('title') },
    },
    { type: 'image', attrs: { src: 'javascript:noteExecuted(1)', alt: '', onerror: 'noteExecuted(1)' } },
    { type: 'script', content: [{ type: 'text', text: 'noteExecuted(1)' }] },
  ],
}

/** Writes a text into every column of a kind that holds people's text. Returns the columns that were written. */
export async function fillTextColumns(
  sql: Sql,
  texts: Record<string, (where: string) => string>,
): Promise<string[]> {
  const columns = await sql<{ table: string; column: string; kind: string }[]>`
    select c.table_name as table, c.column_name as column, c.domain_name as kind
    from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.domain_name = any (${Object.keys(texts)})
      and is_generated = 'NEVER' and is_updatable = 'YES'
    order by 1, 2`
  const written: string[] = []
  // Only a booking that was called off has a message about that.
  const allows = (name: string) =>
    name === 'bookings.called_off_message' ? sql`called_off_at is not null` : sql`true`
  for (const { table, column, kind } of columns) {
    const words = texts[kind]?.(`${table}.${column}`) ?? ''
    // In unique columns only the first row can have it.
    const { count } = await sql`
      update ${sql(table)} set ${sql(column)} = ${words}
      where ctid = any (array(select ctid from ${sql(table)} where ${allows(`${table}.${column}`)} order by ctid limit ${unique.has(`${table}.${column}`) ? 1 : 100}))`
    if (count > 0) written.push(`${table}.${column}`)
  }
  return written
}

/** Writes malicious text into every text column. Returns the columns that were written. */
export async function poison(sql: Sql): Promise<string[]> {
  const written = await fillTextColumns(sql, worst)
  await sql`update blog_posts set body = ${sql.json(document)}, tags = array['<b>tag', '"onfocus=x']`
  return written
}

const unique = new Set([
  'experiences.external_reference',
  'resellers.name',
  'hosts.name',
  'users.email',
  'winemakers.email',
  'admins.email',
])
