import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/** Stands for a parameter while its query is built. */
class Placeholder {}

/**
 * A statement that is built and compiled once, on its first call; for statements that run in every second request, of which
 * building takes as long as everything else that the server does. `build` may only pass its parameters on to the query,
 * each as one value: it never sees what they are. Throws on the first call where it does anything else.
 */
export function prepareStatement<Parameters extends readonly unknown[], Row>(
  build: (db: Kysely<Database>, ...parameters: Parameters) => Compilable<Row>,
): (db: Kysely<Database>, ...parameters: Parameters) => CompiledQuery<Row> {
  let prepared: { query: CompiledQuery<Row>; order: readonly number[] } | undefined;
  return (db, ...parameters) => {
    prepared ??= compile(db, build, parameters.length);
    const { query, order } = prepared;
    return { ...query, parameters: order.map((index) => parameters[index]) };
  };
}

/** Like {@link prepareStatement}; runs it and returns its rows. */
export function prepareQuery<Parameters extends readonly unknown[], Row>(
  build: (db: Kysely<Database>, ...parameters: Parameters) => Compilable<Row>,
): (db: Kysely<Database>, ...parameters: Parameters) => Promise<Row[]> {
  const prepare = prepareStatement(build);
  return async (db, ...parameters) => (await db.executeQuery(prepare(db, ...parameters))).rows;
}

/** `order`: for each parameter of the statement, which parameter of the call it is. */
function compile<Parameters extends readonly unknown[], Row>(
  db: Kysely<Database>,
  build: (db: Kysely<Database>, ...parameters: Parameters) => Compilable<Row>,
  count: number,
) {
  const placeholders: readonly unknown[] = Array.from({ length: count }, () => new Placeholder());
  // Nothing looks at them, so their types are free.
  const query = build(db, ...(placeholders as Parameters)).compile();
  const order = query.parameters.map((parameter) => placeholders.indexOf(parameter));
  if (placeholders.some((_, index) => !order.includes(index)) || order.includes(-1)) {
    throw new Error(`A prepared query has other parameters than its call: ${query.sql}`);
  }
  return { query, order };
}
