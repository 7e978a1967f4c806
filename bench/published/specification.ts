/** A made-up API like those of many products: a few operations for each kind of thing. */

const KINDS = 100;
const TAGS = 25;

/** An OpenAPI document with so many operations. */
export function largeSpecification(operations: number): object {
  const all = Array.from({ length: operations }, (_, index) => operationAt(index));
  const paths = new Map<string, Record<string, object>>();
  for (const { path, method, operation } of all) {
    paths.set(path, { ...paths.get(path), [method]: operation });
  }
  const schemas = Array.from({ length: KINDS }, (_, kind) => [`Thing${kind}`, thing(kind)] as const);
  return {
    openapi: '3.1.0',
    info: { title: 'Measured API', version: '1.0' },
    servers: [{ url: 'https://api.press.example' }],
    paths: Object.fromEntries(paths),
    components: { schemas: { ...Object.fromEntries(schemas), Problem: problem } },
  };
}

const VERBS = [
  { verb: 'list', method: 'get', hasId: false },
  { verb: 'create', method: 'post', hasId: false },
  { verb: 'get', method: 'get', hasId: true },
  { verb: 'update', method: 'patch', hasId: true },
] as const;

const schemaRef = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});

function operationAt(index: number) {
  const thingNumber = Math.floor(index / VERBS.length);
  const { verb, method, hasId } = VERBS[index % VERBS.length] ?? VERBS[0];
  const name = `thing${thingNumber}`;
  const kind = `Thing${thingNumber % KINDS}`;
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const limit = {
    name: 'limit',
    in: 'query',
    description: 'How many are returned.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  };
  const operation = {
    operationId: `${verb}${kind}_${index}`,
    tags: [`Part ${thingNumber % TAGS}`],
    summary: `${verb} ${name}`,
    description: `Does **${verb}** for ${name}. It answers within a second.\n\nSee the guide for examples.`,
    parameters: [hasId ? id : limit],
    ...(method !== 'get' && { requestBody: schemaRef(kind) }),
    responses: {
      200: { description: 'Done.', ...schemaRef(kind) },
      404: { description: 'There is none.', ...schemaRef('Problem') },
    },
  };
  return { path: `/v1/${name}${hasId ? '/{id}' : ''}`, method, operation };
}

const problem = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'integer' }, message: { type: 'string', description: 'For people.' } },
};

function thing(kind: number): object {
  return {
    type: 'object',
    description: `A thing of kind ${kind}.`,
    required: ['id'],
    properties: {
      id: { type: 'string', description: 'Its identifier.' },
      title: { type: 'string', maxLength: 100 },
      state: { type: 'string', enum: ['open', 'closed'] },
      createdAt: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      owner: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } },
    },
  };
}
