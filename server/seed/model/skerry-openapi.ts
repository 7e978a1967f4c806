/** A parsed OpenAPI document, with the parts that the demonstration uses. */
interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: Record<string, unknown>[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown, more: object = {}) => ({ 'application/json': { schema, ...more } });
const text = (description: string, example?: string) => ({
  type: 'string',
  description,
  ...(example !== undefined && { examples: [example] }),
});
const time = (description: string) => ({
  type: 'string',
  format: 'date-time',
  description,
  examples: ['2026-03-14T06:35:00Z'],
});
const list = (name: string) => ({
  type: 'object',
  required: ['items'],
  properties: {
    items: { type: 'array', items: ref(name) },
    next: text('Cursor of the following page; left out on the last one', 'c3RhdGlvbi00'),
  },
});
const path = (name: string, description: string, example: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});
const query = (name: string, schema: unknown, description: string) => ({
  name,
  in: 'query',
  description,
  schema,
});

/** The wording of a success: not the operation again. */
const successes = new Map([
  ['200', 'Success'],
  ['201', 'Created'],
  ['202', 'Accepted'],
]);

/** An operation with its success response and the error responses that all share. */
function operation(operationId: string, summary: string, status: string, schema: unknown, more: object = {}) {
  return {
    operationId,
    summary,
    ...more,
    responses: {
      [status]: { description: successes.get(status) ?? 'Done', content: json(schema) },
      401: { $ref: '#/components/responses/Unauthorized' },
      429: { $ref: '#/components/responses/TooManyRequests' },
      default: { description: 'It did not work', content: json(ref('Error')) },
    },
  };
}

const schemas = {
  Station: {
    type: 'object',
    description: 'A place with one or more instruments.',
    required: ['slug', 'name', 'position'],
    properties: {
      slug: { ...text('Unique in the organization', 'aldersund-3'), pattern: '^[a-z0-9-]+$', maxLength: 60 },
      name: text('Shown on maps and in alerts', 'Aldersund, third pile'),
      position: {
        type: 'array',
        description: 'Longitude and latitude in degrees (WGS 84)',
        items: { type: 'number' },
        minItems: 2,
        maxItems: 2,
        examples: [[10.7461, 59.9127]],
      },
      timeZone: text('Of the times in exports', 'Europe/Oslo'),
      labels: {
        type: 'object',
        description: 'Names and values of your own, up to 20',
        additionalProperties: { type: 'string', maxLength: 100 },
        maxProperties: 20,
        examples: [{ owner: 'harbour' }],
      },
      neighbours: { type: 'array', description: 'Stations upstream', items: ref('Station'), readOnly: true },
      lastSeen: { ...time('When it last sent anything'), readOnly: true },
    },
  },
  Series: {
    type: 'object',
    required: ['kind', 'unit'],
    properties: {
      kind: {
        type: 'string',
        description: 'What is measured',
        enum: ['level', 'flow', 'temperature', 'turbidity'],
      },
      unit: text('Of all values of the series', 'm'),
    },
  },
  Reading: {
    type: 'object',
    required: ['time', 'value', 'quality'],
    properties: {
      time: time('When it was measured'),
      value: {
        type: ['number', 'null'],
        description: '`null` where the instrument was silent',
        examples: [1.873],
      },
      quality: {
        type: 'string',
        description: 'See [Quality](https://docs.tideline.example/quality)',
        enum: ['good', 'suspect', 'bad', 'missing'],
        default: 'good',
      },
      version: { type: 'integer', description: 'Grows with each correction', minimum: 1, default: 1 },
    },
  },
  Threshold: {
    type: 'object',
    required: ['type', 'series', 'above'],
    properties: {
      type: { const: 'threshold' },
      series: text('Kind of the series', 'level'),
      above: { type: 'number', description: 'In the unit of the series', examples: [2.4] },
      minutes: { type: 'integer', description: 'For how long', minimum: 1, maximum: 1440, default: 10 },
    },
  },
  Silence: {
    type: 'object',
    required: ['type', 'minutes'],
    properties: {
      type: { const: 'silence' },
      minutes: { type: 'integer', description: 'Without any reading', exclusiveMinimum: 0, examples: [90] },
    },
  },
  Alert: {
    type: 'object',
    required: ['id', 'rule', 'station', 'state'],
    properties: {
      id: text('Identifier', 'al_7Gq2'),
      rule: text('Name of the rule', 'High water'),
      condition: {
        description: 'What the rule waits for',
        oneOf: [ref('Threshold'), ref('Silence')],
        discriminator: {
          propertyName: 'type',
          mapping: {
            threshold: '#/components/schemas/Threshold',
            silence: '#/components/schemas/Silence',
          },
        },
      },
      station: text('Slug of the station', 'aldersund-3'),
      state: { type: 'string', enum: ['open', 'acknowledged', 'closed'] },
      openedAt: time('When the condition held first'),
    },
  },
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: text('For programs', 'not_found'),
          message: text('For people', 'There is no such station.'),
          request: text('For our support', 'req_81Jd'),
        },
      },
    },
  },
};

const responses = {
  Unauthorized: {
    description: 'The token is missing, unknown or expired',
    content: json(ref('Error'), {
      example: { error: { code: 'unauthorized', message: 'The token has expired.', request: 'req_81Jd' } },
    }),
  },
  TooManyRequests: {
    description: 'More than 600 requests in a minute',
    headers: {
      'Retry-After': {
        description: 'Seconds until the next request',
        schema: { type: 'integer' },
        example: 12,
      },
    },
    content: json(ref('Error'), {
      example: { error: { code: 'too_many_requests', message: 'Try again in 12 seconds.' } },
    }),
  },
};

const cursor = query('cursor', { type: 'string' }, 'Where the page before ended');
const slug = path('slug', 'Slug of the station', 'aldersund-3');

const firstPaths: OpenApiDocument['paths'] = {
  '/stations': {
    get: operation('listStations', 'List stations', '200', list('Station'), {
      tags: ['Stations'],
      description: 'All stations that the token may see, by name. A page has up to 100.',
      parameters: [cursor],
    }),
    post: operation('createStation', 'Create a station', '201', ref('Station'), {
      tags: ['Stations'],
      description: 'Instruments are added in the application, or by the first reading that names one.',
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
      description:
        'Readings of one series, oldest first. Without `from`, `to` and `last` it is the last day.\n\n- Times are in UTC.\n- A corrected reading replaces the one before; ask for `version` to tell them apart.',
      parameters: [
        slug,
        path('kind', 'Kind of the series', 'level'),
        query('from', { type: 'string', format: 'date-time' }, 'First moment'),
        query('to', { type: 'string', format: 'date-time' }, 'Last moment'),
        {
          ...query('last', { type: 'integer', minimum: 1, maximum: 1000 }, 'Only that many, the newest'),
          example: 10,
        },
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
      description: 'Nobody is called for it again until it closes.',
      parameters: [path('id', 'Identifier of the alert', 'al_7Gq2')],
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
        description: 'Up to 500 at a time. They are checked within a minute; until then they are `suspect`.',
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['station', 'series', 'readings'],
            properties: {
              station: text('Slug of the station', 'aldersund-3'),
              series: text('Kind of the series', 'level'),
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
    info: {
      title: 'Tideline API',
      version,
      description: 'Stations, series, readings and alerts of an organization, as JSON over HTTPS.',
      contact: { name: 'Tideline support', email: 'support@tideline.example' },
      license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
    },
    servers: [
      { url: 'https://api.tideline.example/v2', description: 'Production' },
      { url: 'https://sandbox.tideline.example/v2', description: 'Sandbox, emptied every night' },
    ],
    security: [{ token: [] }],
    tags: [
      { name: 'Stations', description: 'Where instruments are.' },
      { name: 'Series', description: 'What a station measures.' },
      { name: 'Readings', description: 'Single values with their time and quality.' },
      { name: 'Alerts', description: 'What rules have found.' },
    ],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Made under **You → API tokens**.' },
      },
      responses,
      schemas,
    },
  };
}
