const json = (schema: unknown) => ({ 'application/json': { schema } });

/** The example of an event's request. */
function exampleOf(event: string) {
  const about = event.startsWith('alert.')
    ? { alert: 'alr_77', rule: 'Spring flood', station: 'weir-1', value: 2.43 }
    : { station: 'weir-1', series: 'level', value: 2.43, quality: 'good' };
  return { id: 'evt_8Qm2', type: event, time: '2026-03-14T06:36:12Z', data: about };
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
          post: {
            operationId: event,
            summary: `Sent on ${event}`,
            requestBody: {
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Event' },
                  example: exampleOf(event),
                },
              },
            },
            responses: { '200': { description: 'Received' } },
          },
        },
      ]),
    ),
    components: {
      schemas: {
        Event: {
          type: 'object',
          required: ['id', 'type', 'time'],
          properties: {
            id: { type: 'string', description: 'The same when an event comes twice' },
            type: { type: 'string', description: 'What has happened', enum: events },
            time: { type: 'string', format: 'date-time', description: 'When it happened' },
            data: { type: 'object', description: 'What it is about' },
          },
        },
      },
    },
  };
}

/** The local API of a Perch gateway, in OpenAPI 3.0 and split into two files. */
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
            parameters: [
              {
                name: 'bus',
                in: 'path',
                required: true,
                description: 'Number of the bus',
                schema: { type: 'integer', minimum: 1, maximum: 4 },
              },
            ],
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
