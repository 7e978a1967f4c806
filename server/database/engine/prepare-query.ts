import type { Compilable, CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Database } from '../tables/schema.ts';

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

/** Copies something with `replace` called for each of its values, always in the same order. */
type ReplaceValues<Input> = (input: Input, replace: <Value>(value: Value) => Value) => Input;

/**
 * Like {@link prepareStatement} for a statement that comes in several shapes: it is built once for each.
 * Inputs that `shapeOf` ignores have to be values, which `build` may only pass on to the query.
 */
export function prepareShapes<Input, Row>(
  shapeOf: (input: Input) => string,
  replaceValues: ReplaceValues<Input>,
  build: (input: Input) => RawBuilder<Row>,
): (db: Kysely<Database>, input: Input) => CompiledQuery<Row> {
  const prepared = new Map<string, (db: Kysely<Database>, ...values: unknown[]) => CompiledQuery<Row>>();
  return (db, input) => {
    const values: unknown[] = [];
    replaceValues(input, (value) => {
      values.push(value);
      return value;
    });
    const shape = shapeOf(input);
    let prepare = prepared.get(shape);
    if (!prepare) {
      prepare = prepareStatement((on, ...placeholders: unknown[]) => {
        // Nothing looks at them, so their types are free.
        const copy = replaceValues(input, <Value>() => placeholders.shift() as Value);
        return { compile: () => build(copy).compile(on) };
      });
      prepared.set(shape, prepare);
    }
    return prepare(db, ...values);
  };
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
