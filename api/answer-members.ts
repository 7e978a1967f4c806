/**
 * The members of the responses of an OpenAPI definition. An operation is recognized by them, as different
 * APIs use the same paths.
 */

export interface AnswerMembers {
  /** Whether it answers with a list; the members are those of its items then. */
  isList: boolean;
  /** Members that are always there. */
  required: readonly string[];
  /** All members that the definition describes. */
  described: readonly string[];
}

interface Members {
  required: ReadonlySet<string>;
  properties: ReadonlyMap<string, unknown>;
}

export const fieldOf = (value: unknown, name: string): object => Object(Reflect.get(Object(value), name));

/** A schema, response or body without its reference, which may be any place of the definition. */
export function resolveReference(definition: unknown, value: unknown, depth = 0): object {
  const reference: unknown = Reflect.get(Object(value), '$ref');
  if (typeof reference !== 'string' || depth > maxDepth) return Object(value);
  return resolveReference(
    definition,
    reference.replace(/^#\//, '').split('/').reduce<object>(fieldOf, Object(definition)),
    depth + 1,
  );
}

/** References of an unchecked definition may form a cycle. */
const maxDepth = 12;

const listAt = (schema: object, name: string): unknown[] => {
  const value: unknown = Reflect.get(schema, name);
  return Array.isArray(value) ? value : [];
};

/** The members of a schema with all that it consists of; of alternatives those are required that all require. */
function membersOf(definition: unknown, value: unknown, depth = 0): Members {
  const schema = resolveReference(definition, value);
  const required = new Set(listAt(schema, 'required').map(String));
  const properties = new Map<string, unknown>(Object.entries(fieldOf(schema, 'properties')));
  if (depth > maxDepth) return { required, properties };
  const read = (name: string) => listAt(schema, name).map((part) => membersOf(definition, part, depth + 1));
  const together = read('allOf');
  const alternatives = [...read('oneOf'), ...read('anyOf')];
  for (const part of [...together, ...alternatives])
    for (const [name, property] of part.properties) properties.set(name, property);
  for (const part of together) for (const name of part.required) required.add(name);
  for (const name of alternatives[0]?.required ?? [])
    if (alternatives.every((part) => part.required.has(name))) required.add(name);
  return { required, properties };
}

/** The members of the response of a successful operation; null if it has no JSON body. */
export function answerMembersOf(definition: unknown, operation: unknown): AnswerMembers | null {
  const responses = fieldOf(operation, 'responses');
  const status = Object.keys(responses)
    .toSorted()
    .find((code) => code.startsWith('2'));
  if (status === undefined) return null;
  const content = fieldOf(resolveReference(definition, fieldOf(responses, status)), 'content');
  if (!('application/json' in content)) return null;
  const answer = membersOf(definition, fieldOf(fieldOf(content, 'application/json'), 'schema'));
  const isList = answer.properties.has('items');
  const items = resolveReference(definition, answer.properties.get('items'));
  const { required, properties } = isList ? membersOf(definition, fieldOf(items, 'items')) : answer;
  return { isList, required: [...required], described: [...properties.keys()] };
}
