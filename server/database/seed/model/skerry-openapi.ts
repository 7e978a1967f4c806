/** A parsed OpenAPI document, with the parts that the demonstration uses. */
interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  security: Record<string, string[]>[];
  paths: Record<string, Record<string, unknown>>;
  components: { securitySchemes: Record<string, unknown>; schemas: Record<string, unknown> };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });
const text = (description: string) => ({ type: 'string', description });
const list = (name: string) => ({
  type: 'object',
  required: ['items'],
  properties: { items: { type: 'array', items: ref(name) }, next: text('Cursor of the following page') },
});
const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, schema: unknown, description: string) => ({
  name,
  in: 'query',
  schema,
  description,
});

/** An operation with its success response and the error response that all share. */
function operation(operationId: string, summary: string, status: string, schema: unknown, more: object = {}) {
  return {
    operationId,
    summary,
    ...more,
    responses: {
      [status]: { description: summary, content: json(schema) },
      default: { description: 'It did not work', content: json(ref('Error')) },
    },
  };
}

const schemas = {
  Station: {
    type: 'object',
    required: ['slug', 'name', 'position'],
    properties: {
      slug: text('Unique in the organization'),
      name: { type: 'string' },
      position: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
      timeZone: { type: 'string', examples: ['Europe/Oslo'] },
      lastSeen: { type: 'string', format: 'date-time' },
    },
  },
  Series: {
    type: 'object',
    required: ['kind', 'unit'],
    properties: {
      kind: { type: 'string', enum: ['level', 'flow', 'temperature', 'turbidity'] },
      unit: { type: 'string' },
    },
  },
  Reading: {
    type: 'object',
    required: ['time', 'value', 'quality'],
    properties: {
      time: { type: 'string', format: 'date-time' },
      value: { type: ['number', 'null'] },
      quality: { type: 'string', enum: ['good', 'suspect', 'bad', 'missing'] },
      version: { type: 'integer', minimum: 1 },
    },
  },
  Alert: {
    type: 'object',
    required: ['id', 'rule', 'station', 'state'],
    properties: {
      id: { type: 'string' },
      rule: { type: 'string' },
      station: { type: 'string' },
      state: { type: 'string', enum: ['open', 'acknowledged', 'closed'] },
      openedAt: { type: 'string', format: 'date-time' },
    },
  },
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'string' }, message: { type: 'string' }, request: { type: 'string' } },
      },
    },
  },
};

const cursor = query('cursor', { type: 'string' }, 'Where the page before ended');
const slug = path('slug');

const firstPaths: OpenApiDocument['paths'] = {
  '/stations': {
    get: operation('listStations', 'List stations', '200', list('Station'), {
      tags: ['Stations'],
      parameters: [cursor],
    }),
    post: operation('createStation', 'Create a station', '201', ref('Station'), {
      tags: ['Stations'],
      requestBody: { required: true, content: json(ref('Station')) },
    }),
  },
  '/stations/{slug}': {
    get: operation('getStation', 'Read a station', '200', ref('Station'), {
      tags: ['Stations'],
      parameters: [slug],
    }),
  },
  '/stations/{slug}/latest': {
    get: operation('getLatest', 'The latest readings of a station', '200', list('Reading'), {
      tags: ['Readings'],
      parameters: [slug],
    }),
  },
  '/stations/{slug}/series': {
    get: operation('listSeries', 'List the series of a station', '200', list('Series'), {
      tags: ['Series'],
      parameters: [slug],
    }),
  },
  '/stations/{slug}/series/{kind}/readings': {
    get: operation('listReadings', 'Read a series', '200', list('Reading'), {
      tags: ['Readings'],
      parameters: [
        slug,
        path('kind'),
        query('from', { type: 'string', format: 'date-time' }, 'First moment'),
        query('to', { type: 'string', format: 'date-time' }, 'Last moment'),
        query('last', { type: 'integer', minimum: 1, maximum: 1000 }, 'Only that many, newest'),
        cursor,
      ],
    }),
  },
};

const alertPaths: OpenApiDocument['paths'] = {
  '/alerts': {
    get: operation('listAlerts', 'List alerts', '200', list('Alert'), {
      tags: ['Alerts'],
      parameters: [cursor],
    }),
  },
  '/alerts/{id}/acknowledge': {
    post: operation('acknowledgeAlert', 'Acknowledge an alert', '200', ref('Alert'), {
      tags: ['Alerts'],
      parameters: [path('id')],
    }),
  },
};

const writePaths: OpenApiDocument['paths'] = {
  '/readings': {
    post: operation(
      'sendReadings',
      'Send readings',
      '202',
      { type: 'object' },
      {
        tags: ['Readings'],
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['station', 'series', 'readings'],
            properties: {
              station: { type: 'string' },
              series: { type: 'string' },
              readings: { type: 'array', maxItems: 500, items: ref('Reading') },
            },
          }),
        },
      },
    ),
  },
  '/readings/changes': {
    get: operation('listChanges', 'Wait for new readings', '200', list('Reading'), {
      tags: ['Readings'],
      parameters: [query('since', { type: 'string' }, 'Cursor of the last answer')],
    }),
  },
};

/** The Tideline API at a version: later ones have more paths and deprecations. */
export function tidelineDocument(version: '2.0.0-beta.3' | '2.0.0' | '2.1.0' | '2.2.0'): OpenApiDocument {
  const paths = { ...firstPaths };
  if (version !== '2.0.0-beta.3') Object.assign(paths, alertPaths);
  if (version === '2.1.0' || version === '2.2.0') Object.assign(paths, writePaths);
  if (version === '2.2.0') {
    const latest = firstPaths['/stations/{slug}/latest']?.get;
    paths['/stations/{slug}/latest'] = { get: Object.assign({}, latest, { deprecated: true }) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tideline API', version, description: 'Stations, series, readings and alerts.' },
    servers: [{ url: 'https://api.tideline.example/v2' }],
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  };
}

/** The requests that Tideline sends to webhooks. */
export function webhookDocument(version: string, events: readonly string[]) {
  return {
    openapi: '3.1.0',
    info: { title: 'Tideline webhooks', version, description: 'What Tideline sends when something happens.' },
    paths: {},
    webhooks: Object.fromEntries(
      events.map((event) => [
        event,
        {
          post: operation(
            event,
            `Sent on ${event}`,
            '200',
            { type: 'object' },
            { requestBody: { content: json(ref('Event')) } },
          ),
        },
      ]),
    ),
    components: {
      schemas: {
        Event: {
          type: 'object',
          required: ['id', 'type', 'time'],
          properties: {
            id: { type: 'string' },
            type: { type: 'string' },
            time: { type: 'string', format: 'date-time' },
            data: { type: 'object' },
          },
        },
        Error: schemas.Error,
      },
    },
  };
}

/** The local API of a Perch gateway, in OpenAPI 2.0 and split into two files. */
export function gatewayFilesystem(version: string): Record<string, unknown> {
  return {
    'openapi.yaml': {
      openapi: '3.0.3',
      info: { title: 'Perch local interface', version },
      servers: [{ url: 'http://perch.local/api' }],
      paths: {
        '/bus/{bus}/scan': {
          post: {
            operationId: 'scanBus',
            summary: 'Look for instruments on a bus',
            parameters: [path('bus')],
            responses: {
              '200': {
                description: 'What was found',
                content: json({ type: 'array', items: { $ref: 'schemas.yaml#/Device' } }),
              },
            },
          },
        },
        '/status': {
          get: {
            operationId: 'getStatus',
            summary: 'Radio, supply, memory',
            responses: { '200': { description: 'Now', content: json({ $ref: 'schemas.yaml#/Status' }) } },
          },
        },
      },
    },
    'schemas.yaml': {
      Device: {
        type: 'object',
        properties: {
          bus: { type: 'string' },
          address: { type: 'integer' },
          device: { type: 'string' },
          firmware: { type: 'string' },
        },
      },
      Status: {
        type: 'object',
        properties: {
          radio: { type: 'string', enum: ['lte-m', 'satellite', 'ethernet', 'none'] },
          supply: { type: 'number' },
          stored: { type: 'integer' },
        },
      },
    },
  };
}
