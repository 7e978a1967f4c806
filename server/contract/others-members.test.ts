// @module-tag without-database
import { describe, expect, it } from 'vitest';
import contractDocument from '#api/generated/openapi.json' with { type: 'json' };
import { DEFINITION_VERSIONS, readDefinition } from '#server/test/definition.ts';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonOf = (value: unknown): Json => (isJson(value) ? value : {});

/** A schema without its reference, within its document. */
function resolve(root: unknown, schema: unknown): Json {
  const { $ref } = jsonOf(schema);
  if (typeof $ref !== 'string') return jsonOf(schema);
  return resolve(
    root,
    $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, key) => jsonOf(value)[key], root),
  );
}

/** The members of a body, with those of its lists of edits; with `*` where any is allowed. */
function membersOf(root: unknown, schema: unknown, path = ''): string[] {
  const resolved = resolve(root, schema);
  const branches = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => {
    const list = resolved[keyword];
    return Array.isArray(list) ? list.flatMap((branch) => membersOf(root, branch, path)) : [];
  });
  const ownNames = Object.entries(jsonOf(resolved.properties)).flatMap(([name, member]) => {
    const items = name === 'changes' ? membersOf(root, resolve(root, member).items, `${path}${name}.`) : [];
    return [path + name, ...items];
  });
  return [...branches, ...ownNames];
}

const methods = ['post', 'put', 'patch', 'delete'];

/** The body of each operation by method and path, ignoring the names of parameters. */
function bodiesOf(document: { paths: object }): Map<string, unknown> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(jsonOf(item)).flatMap(([method, operation]) => {
        if (!methods.includes(method)) return [];
        const body = resolve(document, jsonOf(operation).requestBody);
        const schema = jsonOf(jsonOf(body.content)['application/json']).schema;
        const name = path.replace(/^\/v1/, '').replaceAll(/\{\w+\}/g, '{}');
        return [[`${method} ${name}`, schema] as const];
      }),
    ),
  );
}

describe.each(DEFINITION_VERSIONS)('bodies of clients of version %s', (version) => {
  it('have only members that are taken, or listed with a reason', () => {
    const definition = readDefinition(version);
    const ours = bodiesOf(contractDocument);
    const unknown = [...bodiesOf(definition)].flatMap(([operation, schema]) => {
      if (!ours.has(operation)) return [];
      const ownModel = ours.get(operation);
      const model = resolve(contractDocument, ownModel);
      const knownMembers = new Set([
        ...membersOf(contractDocument, ownModel),
        ...Object.keys(jsonOf(model['x-accepted-without-effect'])),
        ...Object.keys(jsonOf(model['x-refused'])),
      ]);
      return membersOf(definition, schema)
        .filter((member) => !knownMembers.has(member))
        .map((member) => `${operation}: ${member}`);
    });
    expect([...new Set(unknown)]).toEqual([]);
  });
});

it('each listed member has a reason, and is none that is used', () => {
  for (const [operation, schema] of bodiesOf(contractDocument)) {
    const model = resolve(contractDocument, schema);
    const refused = Object.entries(jsonOf(model['x-refused']));
    const ignored = Object.entries(jsonOf(model['x-accepted-without-effect']));
    const ownMembers = new Set(membersOf(contractDocument, schema));
    for (const [name, reason] of [
      ...ignored,
      ...refused.map(([member, refusal]) => [member, jsonOf(refusal).reason] as const),
    ]) {
      expect({ operation, name, isTaken: ownMembers.has(name) }).toEqual({ operation, name, isTaken: false });
      expect(String(reason).length).toBeGreaterThan(20);
    }
  }
});
