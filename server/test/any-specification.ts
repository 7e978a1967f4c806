import fc from 'fast-check';

/** Texts that try to break out of where they are written. */
export const nasty = fc.oneof(
  fc.constantFrom(
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '[x](javascript:alert(1)) ![y](data:text/html,x)',
    '</details></section></div><h1>out</h1>',
    '# Heading\n\n- list\n\n```\nopen',
    '{% tabs %}\n\n{% tab title="<b>" %}\n\nx\n\n{% endtab %}\n\n{% endtabs %}',
    '> [!NOTE]\n> note',
    '<!-- open',
    '\u0000\ud800\u2028',
    '$$\\frac{a$$',
  ),
  fc.string({ maxLength: 12 }),
);
const name = fc.oneof(fc.constantFrom('id', 'A', 'B', 'C', '__proto__', 'constructor', 'a/b~c'), nasty);
const reference = fc
  .constantFrom('A', 'B', 'C', 'Gone', 'a~1b~0c')
  .map((target) => ({ $ref: `#/components/schemas/${target}` }));
const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    reference,
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom('string', 'integer', 'object', 'array', 'boolean', 'null'),
          fc.array(fc.constantFrom('string', 'null', 'object'), { maxLength: 3 }),
          nasty,
        ),
        title: nasty,
        description: nasty,
        format: nasty,
        pattern: nasty,
        enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
        default: fc.jsonValue(),
        example: fc.jsonValue(),
        minimum: fc.oneof(fc.integer(), nasty),
        exclusiveMinimum: fc.oneof(fc.boolean(), fc.integer()),
        minLength: fc.integer(),
        required: fc.array(name, { maxLength: 2 }),
        readOnly: fc.boolean(),
        writeOnly: fc.boolean(),
        deprecated: fc.boolean(),
        nullable: fc.boolean(),
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        additionalProperties: tie('schema'),
        items: tie('schema'),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { maxLength: 3 }),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        not: tie('schema'),
        discriminator: fc.record({ propertyName: name, mapping: fc.dictionary(name, nasty, { maxKeys: 2 }) }),
      },
      { requiredKeys: [] },
    ),
  ),
}));
const media = fc.dictionary(
  fc.oneof(fc.constantFrom('application/json', 'multipart/form-data', 'application/xml', '*/*'), nasty),
  fc.record(
    {
      schema,
      example: fc.jsonValue(),
      examples: fc.dictionary(name, fc.record({ summary: nasty, value: fc.jsonValue() }), { maxKeys: 2 }),
    },
    { requiredKeys: [] },
  ),
  { maxKeys: 2 },
);
const parameter = fc.record(
  {
    name,
    in: fc.oneof(fc.constantFrom('path', 'query', 'header', 'cookie', 'body', 'formData')),
    required: fc.boolean(),
    description: nasty,
    schema,
    example: fc.jsonValue(),
  },
  { requiredKeys: ['name', 'in'] },
);
const operation = fc.record(
  {
    operationId: nasty,
    summary: nasty,
    description: nasty,
    deprecated: fc.boolean(),
    tags: fc.array(nasty, { maxLength: 2 }),
    parameters: fc.array(parameter, { maxLength: 3 }),
    requestBody: fc.record({ description: nasty, required: fc.boolean(), content: media }),
    responses: fc.dictionary(
      fc.constantFrom('200', '404', '5XX', 'default', 'x'),
      fc.record({
        description: nasty,
        content: media,
        headers: fc.dictionary(name, parameter, { maxKeys: 2 }),
        schema,
      }),
      { maxKeys: 3 },
    ),
    security: fc.array(fc.dictionary(name, fc.array(nasty, { maxLength: 2 }), { maxKeys: 2 }), {
      maxLength: 2,
    }),
  },
  { requiredKeys: [] },
);
const paths = fc.dictionary(
  fc.oneof(
    fc.constantFrom('/a', '/a/{id}', '/b'),
    nasty.map((text) => `/${text}`),
  ),
  fc.dictionary(fc.constantFrom('get', 'put', 'post', 'delete', 'patch'), operation, { maxKeys: 2 }),
  { maxKeys: 3 },
);
/** Specifications with operations, schemas that refer to each other, and nasty texts anywhere. */
export const specification = fc.record(
  {
    openapi: fc.constantFrom('3.0.3', '3.1.0'),
    swagger: fc.constantFrom('2.0', '1'),
    info: fc.record({
      title: nasty,
      version: nasty,
      description: nasty,
      contact: fc.record({ name: nasty, url: nasty, email: nasty }),
    }),
    servers: fc.array(
      fc.record({
        url: nasty,
        description: nasty,
        variables: fc.dictionary(name, fc.record({ default: nasty })),
      }),
      { maxLength: 2 },
    ),
    tags: fc.array(fc.record({ name: nasty, description: nasty }), { maxLength: 2 }),
    paths,
    webhooks: paths,
    components: fc.record({
      schemas: fc.dictionary(name, schema, { maxKeys: 4 }),
      securitySchemes: fc.dictionary(
        name,
        fc.record({
          type: fc.constantFrom('apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS', 'basic'),
          in: fc.constantFrom('query', 'header', 'cookie'),
          name: nasty,
          scheme: fc.oneof(fc.constantFrom('basic', 'bearer'), nasty),
          description: nasty,
          flows: fc.dictionary(
            fc.constantFrom('implicit', 'password'),
            fc.record({ authorizationUrl: nasty, scopes: fc.dictionary(name, nasty) }),
          ),
        }),
        { maxKeys: 3 },
      ),
    }),
  },
  { requiredKeys: ['paths'] },
);
