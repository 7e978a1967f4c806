/** How a server of the documented API may differ from the base, within or beside its definition. */
import type { Definition, Operation } from './definition.ts';
import { isJsonObject, type JsonObject, objectOf, objectsOf } from './json.ts';

interface ShapeContext {
  definition: Definition;
  operation: Operation;
  schema: JsonObject;
}

export interface Variant {
  name: string;
  /** Milliseconds before each answer. */
  delay: number;
  /** Holds answers back until the test releases them. */
  isHeld?: boolean;
  /** Serves its definition, so that nothing has to be tried. */
  servesDefinition?: boolean;
  /** Additional or replaced headers of each answer. */
  headers: Readonly<Record<string, string>>;
  /** Screens may show a failure, with a way to try again. */
  mayFail: boolean;
  /** The status of a failure; undefined for none. */
  failure: (requestNumber: number) => number | undefined;
  /** Changes the body of an answer. */
  shape: (body: unknown, context: ShapeContext) => unknown;
}

export const base: Variant = {
  name: 'base',
  delay: 0,
  headers: {},
  mayFail: false,
  failure: () => undefined,
  shape: (body) => body,
};

type Visit = (value: unknown, schema: JsonObject, name: string) => unknown;

/** Changes each value of a body with its schema, from the inside out. */
function visit(
  value: unknown,
  schema: JsonObject,
  { resolve }: Definition,
  change: Visit,
  name = '',
): unknown {
  const walk = (each: unknown, its: JsonObject, at: string): unknown => {
    const schemas = flatten(its, resolve);
    if (Array.isArray(each)) {
      const items = objectOf(schemas.find((one) => one.items !== undefined)?.items);
      return change(
        each.map((item) => walk(item, items, at)),
        its,
        at,
      );
    }
    if (!isJsonObject(each)) return change(each, its, at);
    const members = Object.entries(each).map(([key, member]): [string, unknown] => {
      const schemaWithKey = schemas.find((one) => isJsonObject(objectOf(one.properties)[key]));
      return [key, walk(member, objectOf(objectOf(schemaWithKey?.properties)[key]), key)];
    });
    return change(Object.fromEntries(members), its, at);
  };
  return walk(value, schema, name);
}

/** A schema and everything that it consists of. */
function flatten(schema: JsonObject, resolve: Definition['resolve']): JsonObject[] {
  const resolvedSchema = resolve(schema);
  return [
    resolvedSchema,
    ...[resolvedSchema.allOf, resolvedSchema.oneOf, resolvedSchema.anyOf]
      .flatMap(objectsOf)
      .flatMap((part) => flatten(part, resolve)),
  ];
}

const isRequired = (schemas: JsonObject[], name: string) =>
  schemas.some(({ required }) => Array.isArray(required) && required.includes(name));

const eachObject =
  (change: (object: JsonObject, schemas: JsonObject[]) => JsonObject): Variant['shape'] =>
  (body, { schema, definition }) =>
    visit(body, schema, definition, (value, its) =>
      isJsonObject(value) ? change(value, flatten(its, definition.resolve)) : value,
    );

const isList = (object: JsonObject) => Array.isArray(object.items);

const eachText =
  (change: (text: string) => string): Variant['shape'] =>
  (body, { schema, definition }) =>
    visit(body, schema, definition, (value, its, name) =>
      typeof value === 'string' && textMembers.has(name) && definition.resolve(its).enum === undefined
        ? change(value)
        : value,
    );

/** Members with words that people wrote. */
const textMembers = new Set([
  'title',
  'displayName',
  'subject',
  'label',
  'description',
  'text',
  'name',
  'preview',
]);

const markup = '<img src=x onerror="window.wasRun=1"><script>window.wasRun=1</script> & \u202E reversed';

export const variants: readonly Variant[] = [
  { ...base, name: 'its definition served', servesDefinition: true },
  {
    ...base,
    name: 'optional members left out',
    shape: eachObject((object, schemas) =>
      Object.fromEntries(
        Object.entries(object).filter(
          ([name]) =>
            isRequired(schemas, name) ||
            ['next', 'document', 'markdown', 'unsigned', 'parent', 'section', 'sectionGroup'].includes(
              name,
            ) ||
            !isKnown(schemas, name),
        ),
      ),
    ),
  },
  {
    ...base,
    name: 'nulls',
    // Members that may be missing are null instead.
    shape: eachObject((object, schemas) => {
      const optional = schemas.flatMap(({ properties }) =>
        Object.keys(objectOf(properties)).filter((name) => !isRequired(schemas, name) && !(name in object)),
      );
      return { ...object, ...Object.fromEntries(optional.map((name) => [name, null])) };
    }),
  },
  {
    ...base,
    name: 'unknown values of enumerations',
    shape: (body, { schema, definition }) =>
      visit(body, schema, definition, (value, its, name) => {
        const values = definition.resolve(its).enum;
        // The discriminating field stays: that is the next variant.
        const isState =
          Array.isArray(values) && values.length > 1 && !['type', 'object', 'kind'].includes(name);
        return isState && typeof value === 'string' ? 'hologram' : value;
      }),
  },
  {
    ...base,
    name: 'unknown kinds',
    shape: (body, { schema, definition }) =>
      visit(body, schema, definition, (value, _its, name) => {
        if (!Array.isArray(value) || !['items', 'nodes', 'structure', 'pages', 'changes'].includes(name))
          return value;
        const last = value.at(-1);
        if (!isJsonObject(last) || (last.type === undefined && last.kind === undefined)) return value;
        const kind = last.type === undefined ? 'kind' : 'type';
        return [...value, { ...last, id: 'hologram', [kind]: 'hologram', title: 'Hologram' }];
      }),
  },
  {
    ...base,
    name: 'unknown members',
    shape: eachObject((object) => ({ ...object, hologram: { a: [1, null, 'b'] }, _hologram: null })),
  },
  {
    ...base,
    name: 'the same next page for ever',
    shape: (body) => (isJsonObject(body) && isList(body) ? { ...body, next: { page: '0' } } : body),
  },
  {
    ...base,
    name: 'an empty next page',
    shape: (body) => (isJsonObject(body) && isList(body) ? { ...body, next: { page: '' } } : body),
  },
  {
    ...base,
    name: 'another order',
    shape: (body) =>
      isJsonObject(body) && Array.isArray(body.items) ? { ...body, items: body.items.toReversed() } : body,
  },
  { ...base, name: 'texts ten times as long', shape: eachText((text) => `${text} `.repeat(10).trim()) },
  { ...base, name: 'markup in texts', shape: eachText((text) => `${text} ${markup}`) },
  {
    ...base,
    name: 'empty lists',
    shape: (body, { operation }) =>
      isJsonObject(body) && isList(body) && operation.path !== '/orgs'
        ? { ...body, items: [], count: 0 }
        : body,
  },
  {
    ...base,
    name: 'one answer of ten is 500 or 429',
    mayFail: true,
    failure: (number) => (number % 10 === 9 ? (number % 20 === 9 ? 500 : 429) : undefined),
  },
  { ...base, name: 'three seconds for each answer', delay: 3000 },
  {
    ...base,
    name: 'tags without permission for their header',
    headers: { etag: '"1"', 'access-control-expose-headers': 'ETag, Retry-After' },
  },
];

const isKnown = (schemas: JsonObject[], name: string) =>
  schemas.some(({ properties }) => name in objectOf(properties));
