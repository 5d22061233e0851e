import { href, Link } from 'react-router'

import { headOf } from '../../../ui/page/head.ts'
import { type Endpoint, type DocumentField, readDocument } from '../../../platform/api/document-reader.ts'
import { describeApi } from '../../../platform/api/describe-api.ts'
import type { Route } from './+types/docs.ts'
import '../../../content/site/components/api-docs.css'

export async function loader({ context }: Route.LoaderArgs) {
  return { chapters: readDocument(await context.get(describeApi)()) }
}

export const meta = headOf({
  title: 'The API',
  description: 'Every endpoint of Chalk & Vine, what it takes, what it answers and who may call it.',
  path: href('/api/docs'),
})

export default function ApiDocs({ loaderData: { chapters } }: Route.ComponentProps) {
  return (
    <div className="wrap page api-docs">
      <div className="page-head">
        <h1>The API</h1>
        <p className="lede">
          All endpoints are under <code>/api</code> and return JSON. Days and times are in London time, prices
          in pounds.
        </p>
      </div>
      <div className="prose">
        <p>
          Lists accept <code>page</code>, <code>limit</code> (up to 100), <code>sort</code> (a field, with a
          minus in front for descending order) and their own filters, and return{' '}
          <code>{'{ items, total, page, limit }'}</code>. Unknown parameters are rejected. Send a token as{' '}
          <code>Authorization: Bearer …</code>. Errors are <code>application/problem+json</code>:{' '}
          <code>error</code> is a sentence, and <code>fields</code> lists each invalid field. With every edit,
          send back the <code>ETag</code> of the version you read, in the header <code>If-Match</code>: then
          you never overwrite somebody else’s change.
        </p>
        <p>
          Also available as an OpenAPI 3.1 document: <a href="/api/openapi.json">openapi.json</a>. Examples
          and an introduction are on the page <Link to={href('/developers')}>for developers</Link>.
        </p>
      </div>
      <nav aria-label="Nouns" className="api-nouns">
        {chapters.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      {chapters.map(({ name, endpoints }) => (
        <section key={name} aria-labelledby={name}>
          <h2 id={name}>{name}</h2>
          {endpoints.map((endpoint) => (
            <EndpointCard key={endpoint.id} {...endpoint} />
          ))}
        </section>
      ))}
    </div>
  )
}

function EndpointCard({ method, path, summary, description, guarded, parameters, body, answers }: Endpoint) {
  return (
    <details className="api-endpoint">
      <summary>
        <span className="api-method">{method}</span> <code>{path}</code>
        <span className="api-summary">{summary}</span>
      </summary>
      {description && <p>{description}</p>}
      {guarded && <p>Requires a token.</p>}
      <Fields title="Parameters" fields={parameters} />
      <Fields title="Body" fields={body} />
      <h3>Responses</h3>
      <dl>
        {answers.map(({ status, description, shape }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {description} {shape && <code>{shape}</code>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Fields({ title, fields }: { title: string; fields: DocumentField[] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <dl>
        {fields.map(({ name, kind, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
              {required && <span className="api-required"> required</span>}
            </dt>
            <dd>
              {kind}
              {description && `. ${description}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
