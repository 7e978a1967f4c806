// @module-tag without-database
import { describe, expect, it } from 'vitest';
import { HeadingAnchors } from '#api/heading-anchors.ts';
import { readReference } from './read-reference.ts';
import type { OperationView, ReferenceView } from './reference-view.ts';

const OWLS = {
  openapi: '3.1.0',
  info: {
    title: 'Owls',
    version: '2.0',
    description: 'Who is **awake**.',
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Ada', email: 'ada@owls.example' },
    termsOfService: 'javascript:alert(1)',
  },
  servers: [
    {
      url: 'https://{region}.owls.example/v2/',
      variables: { region: { default: 'eu', enum: ['eu', 'us'], description: 'Nearest' } },
    },
  ],
  security: [{ token: ['read'] }, {}],
  tags: [{ name: 'Nests', description: 'Where they sleep.' }, { name: 'Unused' }, { name: 'Owls' }],
  paths: {
    '/owls/{id}': {
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'Which owl', schema: { type: 'integer' } },
        { name: 'trace', in: 'header', schema: { type: 'string' } },
      ],
      get: {
        operationId: 'getOwl',
        summary: 'Get an owl',
        tags: ['Owls', 'Nests'],
        parameters: [
          { name: 'trace', in: 'header', required: true, deprecated: true, schema: { type: 'string' } },
          { name: 'fields', in: 'query', explode: false, schema: { type: 'array' }, example: ['a', 'b'] },
          { $ref: '#/components/parameters/Session' },
        ],
        responses: {
          200: {
            description: 'The owl',
            headers: { 'X-Left': { description: 'Requests left', schema: { type: 'integer' } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Owl' } },
              'application/xml': { schema: { $ref: '#/components/schemas/Owl' } },
            },
          },
          '4XX': { $ref: '#/components/responses/Gone' },
          'x-note': {},
        },
      },
      delete: { deprecated: true, security: [], responses: {} },
    },
    '/nests': {
      post: {
        operationId: 'make nest!',
        tags: ['Nests'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Nest' } } },
        },
      },
    },
    '/shared': { $ref: '#/components/pathItems/Shared' },
    'x-internal': { get: {} },
  },
  webhooks: {
    hatched: {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Owl' } } } },
      },
    },
  },
  components: {
    parameters: { Session: { name: 'session', in: 'cookie', required: true, schema: { type: 'string' } } },
    responses: { Gone: { description: 'No such owl' } },
    pathItems: { Shared: { get: { operationId: 'menu' } } },
    schemas: {
      Owl: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer', readOnly: true },
          nest: { $ref: '#/components/schemas/Nest' },
        },
      },
      Nest: {
        type: 'object',
        properties: { owls: { type: 'array', items: { $ref: '#/components/schemas/Owl' } } },
      },
    },
    securitySchemes: {
      token: { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' },
      key: { type: 'apiKey', in: 'query', name: 'key' },
      login: {
        type: 'oauth2',
        flows: {
          clientCredentials: { tokenUrl: 'https://owls.example/token', scopes: { read: 'Look at owls' } },
          implicit: { authorizationUrl: 'data:text/html,x', scopes: {} },
        },
      },
      who: { type: 'openIdConnect', openIdConnectUrl: 'https://owls.example/.well-known' },
      strange: { type: 'magic' },
    },
  },
};

const read = (document: unknown, options?: Parameters<typeof readReference>[1]) =>
  readReference({ 'openapi.json': document }, options);
const operationsOf = ({ groups }: ReferenceView): OperationView[] =>
  groups.flatMap(({ operations }) => operations);
const find = (view: ReferenceView, anchor: string) => operationsOf(view).find((one) => one.anchor === anchor);

describe('a specification', () => {
  const view = read(OWLS);

  it('has a title, and links that lead somewhere', () => {
    expect(view).toMatchObject({
      title: 'Owls',
      version: '2.0',
      description: 'Who is **awake**.',
      license: { name: 'MIT', url: '' },
      contact: { name: 'Ada', url: 'mailto:ada@owls.example' },
      termsUrl: '',
      moreOperations: 0,
    });
  });

  it('has servers with their variables', () => {
    expect(view.servers).toEqual([
      {
        url: 'https://{region}.owls.example/v2/',
        description: '',
        variables: [{ name: 'region', default: 'eu', values: ['eu', 'us'], description: 'Nearest' }],
      },
    ]);
  });

  it('has ways to be let in', () => {
    expect(view.schemes.map(({ name, kind, detail }) => [name, kind, detail])).toEqual([
      ['token', 'bearer', 'JWT'],
      ['key', 'apiKeyQuery', 'key'],
      ['login', 'oauth2', ''],
      ['who', 'openIdConnect', 'https://owls.example/.well-known'],
    ]);
    expect(view.schemes[2]?.flows).toEqual([
      { kind: 'implicit', authorizationUrl: '', tokenUrl: '', scopes: [] },
      {
        kind: 'clientCredentials',
        authorizationUrl: '',
        tokenUrl: 'https://owls.example/token',
        scopes: [{ name: 'read', description: 'Look at owls' }],
      },
    ]);
  });

  it('has operations by their first tag, in the order of the tags', () => {
    expect(
      view.groups.map(({ kind, title, anchor, operations }) => [
        kind,
        title,
        anchor,
        operations.map((operation) => operation.anchor),
      ]),
    ).toEqual([
      ['tag', 'Nests', 'nests', ['make-nest']],
      ['tag', 'Owls', 'owls', ['getOwl']],
      ['others', '', 'operations', ['delete-owls-id', 'operation-menu']],
      ['webhooks', '', 'webhooks', ['post-hatched']],
    ]);
  });

  it('has operations with all that is known about them', () => {
    const operation = find(view, 'getOwl');
    expect(operation).toMatchObject({
      method: 'get',
      path: '/owls/{id}',
      title: 'Get an owl',
      isDeprecated: false,
      isWebhook: false,
      isBrief: false,
      access: [[{ name: 'token', scopes: ['read'] }], []],
      parameters: {
        path: [{ name: 'id', isRequired: true, description: 'Which owl' }],
        query: [{ name: 'fields', isRequired: false, schema: { example: '["a","b"]' } }],
        header: [{ name: 'trace', isRequired: true, isDeprecated: true }],
        cookie: [{ name: 'session', isRequired: true }],
      },
      responses: [
        {
          status: '200',
          description: 'The owl',
          headers: [{ name: 'X-Left', description: 'Requests left' }],
          contents: [{ types: ['application/json', 'application/xml'], schema: { href: '#schema-Owl' } }],
        },
        { status: '4XX', description: 'No such owl', headers: [], contents: [] },
      ],
    });
    expect(operation?.samples[0]?.text).toBe(
      [
        "curl 'https://eu.owls.example/v2/owls/ID?fields=a,b'",
        "  -H 'Authorization: Bearer YOUR_TOKEN'",
        "  -H 'trace: TRACE'",
        "  -H 'Cookie: session=SESSION'",
      ].join(' \\\n'),
    );
  });

  it('has operations of which little is known', () => {
    expect(find(view, 'delete-owls-id')).toMatchObject({
      title: 'DELETE /owls/{id}',
      isDeprecated: true,
      access: [],
      responses: [],
    });
  });

  it('has requests without what only the server sends, and webhooks with it', () => {
    const nest = find(view, 'make-nest')?.body?.contents[0];
    expect(nest?.examples[0]?.text).toBe('{\n  "owls": [\n    {}\n  ]\n}');
    const hatched = find(view, 'post-hatched');
    expect(hatched).toMatchObject({ isWebhook: true, title: 'hatched', samples: [] });
    expect(hatched?.access).toBeUndefined();
    expect(hatched?.body?.contents[0]?.schema?.fields.map(({ name }) => name)).toEqual(['id', 'nest']);
  });

  it('has definitions that are links to each other', () => {
    expect(view.definitions.map(({ name, anchor }) => [name, anchor])).toEqual([
      ['Owl', 'schema-Owl'],
      ['Nest', 'schema-Nest'],
    ]);
    expect(view.definitions[0]?.schema.fields[1]?.schema).toMatchObject({
      href: '#schema-Nest',
      isCut: true,
    });
    expect(read(OWLS, { withDefinitions: false }).definitions).toEqual([]);
  });

  it('has anchors that are not those of the page', () => {
    const anchors = new HeadingAnchors();
    for (const title of ['Owls', 'Nests', 'Servers']) anchors.next(title);
    expect(read(OWLS, { anchors }).groups.map(({ anchor }) => anchor)).toEqual([
      'nests-1',
      'owls-1',
      'operations',
      'webhooks',
    ]);
  });
});

describe('a specification in Swagger 2.0', () => {
  const view = read({
    swagger: '2.0',
    info: { title: 'Owls', version: '1' },
    host: 'owls.example',
    basePath: '/v1',
    schemes: ['https', 'http'],
    consumes: ['application/json'],
    produces: ['application/json'],
    securityDefinitions: {
      login: { type: 'basic' },
      app: {
        type: 'oauth2',
        flow: 'application',
        tokenUrl: 'https://owls.example/token',
        scopes: { a: 'A' },
      },
    },
    security: [{ login: [] }],
    paths: {
      '/owls': {
        parameters: [{ $ref: '#/parameters/Page' }],
        post: {
          operationId: 'addOwl',
          parameters: [{ name: 'owl', in: 'body', required: true, schema: { $ref: '#/definitions/Owl' } }],
          responses: {
            201: {
              description: 'Added',
              schema: { $ref: '#/definitions/Owl' },
              headers: { Location: { type: 'string', description: 'Where' } },
              examples: { 'application/json': { name: 'Athena' } },
            },
          },
        },
        put: {
          operationId: 'sendPicture',
          parameters: [
            { name: 'picture', in: 'formData', type: 'file', required: true },
            { name: 'note', in: 'formData', type: 'string', maxLength: 9 },
          ],
          responses: {},
        },
      },
    },
    parameters: {
      Page: {
        name: 'page',
        in: 'query',
        type: 'array',
        items: { type: 'integer' },
        maximum: 5,
        collectionFormat: 'multi',
      },
    },
    definitions: { Owl: { type: 'object', properties: { name: { type: 'string' } } } },
  });

  it('is read like one of today', () => {
    expect(view.servers.map(({ url }) => url)).toEqual(['https://owls.example/v1', 'http://owls.example/v1']);
    expect(view.schemes).toMatchObject([
      { name: 'login', kind: 'basic' },
      { name: 'app', kind: 'oauth2', flows: [{ kind: 'clientCredentials', scopes: [{ name: 'a' }] }] },
    ]);
    expect(find(view, 'addOwl')).toMatchObject({
      parameters: { query: [{ name: 'page', schema: { limits: [{ kind: 'maximum', value: '5' }] } }] },
      body: {
        isRequired: true,
        contents: [{ types: ['application/json'], schema: { href: '#schema-Owl' } }],
      },
      responses: [
        {
          status: '201',
          headers: [{ name: 'Location', description: 'Where', schema: { type: { name: 'string' } } }],
          contents: [{ examples: [{ text: '{\n  "name": "Athena"\n}' }] }],
        },
      ],
    });
    expect(find(view, 'addOwl')?.samples[0]?.text).toContain("-u 'USER:PASSWORD'");
    expect(find(view, 'sendPicture')?.body).toMatchObject({
      isRequired: true,
      contents: [
        {
          types: ['multipart/form-data'],
          schema: {
            fields: [
              { name: 'picture', isRequired: true },
              { name: 'note', isRequired: false },
            ],
          },
        },
      ],
    });
  });
});

describe('a specification without what is needed', () => {
  it.each([
    ['nothing', undefined],
    ['a text', 'openapi'],
    ['no document', {}],
    ['an empty one', { 'a.json': { openapi: '3.0.0' } }],
    [
      'lists in place of objects',
      { 'a.json': { openapi: [], paths: [[]], servers: {}, tags: {}, components: [] } },
    ],
    [
      'nothing that is as it should be',
      {
        'a.json': {
          openapi: '3.0.0',
          info: 5,
          servers: [null, 1, {}],
          tags: [null],
          security: [null, 5],
          paths: {
            '/a': null,
            '/b': { get: 5, post: { tags: [5], parameters: [null, {}], responses: [1], requestBody: 1 } },
          },
          components: { schemas: { A: 5, B: null }, securitySchemes: { a: null } },
        },
      },
    ],
  ])('is read all the same: %s', (_, documents) => {
    const view = readReference(documents);
    expect(operationsOf(view).length).toBeLessThanOrEqual(1);
  });
});
