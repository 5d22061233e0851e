import type postgres from 'postgres'

import { ok, type Result, refused } from '../result.ts'
import type { Queryable } from './database.server.ts'
import { retrying } from './retry.server.ts'

type Values = readonly postgres.ParameterOrFragment<string | number>[]

/** Returns a tag like `sql` for a statement that returns one row. It runs the statement like `retrying`. */
export const rowFrom =
  (sql: Queryable, options?: { is_repeatable: boolean }) =>
  async <Row extends object>(template: TemplateStringsArray, ...values: Values): Promise<Row> => {
    const [row] = await retrying(sql, (sql) => sql<[Row]>(template, ...values), options)
    return row
  }

/**
 * Returns a tag like `rowFrom` does, for a statement whose row has a column `problem`, which is null on success. The other
 * columns become the value of the result.
 */
export const outcomeFrom =
  (sql: Queryable) =>
  async <Problem extends string, Value extends object | undefined = undefined>(
    template: TemplateStringsArray,
    ...values: Values
  ): Promise<Result<Value, Problem>> => {
    const row = await rowFrom(sql)<{ problem: Problem | null }>(template, ...values)
    const { problem, ...columns } = row
    const value = (Object.keys(columns).length > 0 ? columns : undefined) as Value
    return problem === null ? ok(value) : refused(problem)
  }
