import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';

/** A node of a query plan; the members that tests look at. */
interface PlanNode {
  'Node Type': string;
  Plans?: PlanNode[];
}

/** The plan of a query with its parameters, without running it. */
export async function explain(db: Kysely<Database>, query: Compilable): Promise<PlanNode> {
  const { sql, parameters } = query.compile();
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (format json) ${sql}`, [...parameters]),
  );
  const [row] = rows;
  if (!row) throw new Error('There is no plan.');
  return row['QUERY PLAN'][0].Plan;
}

/** All nodes of a type, outer ones first. */
export function findNodes(plan: PlanNode, type: RegExp): PlanNode[] {
  const inner = (plan.Plans ?? []).flatMap((node) => findNodes(node, type));
  return type.test(plan['Node Type']) ? [plan, ...inner] : inner;
}
