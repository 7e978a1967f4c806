import type { ApiSpecSeed } from './organization-schemas.ts';
import { tidelineDocument } from './skerry-openapi.ts';
import { gatewayFilesystem, webhookDocument } from './skerry-other-openapi.ts';

/** The API specifications of Skerry Instruments, in every state. */
export const skerryApiSpecs: ApiSpecSeed[] = [
  {
    slug: 'tideline-api',
    createdAgo: 470,
    sourceUrl: 'https://api.tideline.example/v2/openapi.json',
    state: 'complete',
    processed: 0.2,
    versions: [
      { ago: 470, filesystem: { 'openapi.json': tidelineDocument('2.0.0-beta.3') } },
      { ago: 240, filesystem: { 'openapi.json': tidelineDocument('2.0.0') } },
      { ago: 118, filesystem: { 'openapi.json': tidelineDocument('2.1.0') } },
      { ago: 12, filesystem: { 'openapi.json': tidelineDocument('2.2.0') } },
    ],
  },
  {
    slug: 'perch-local',
    createdAgo: 330,
    sourceUrl: 'https://firmware.skerry.example/perch/openapi.yaml',
    state: 'complete',
    error: 'FETCH_TIMEOUT',
    processed: 0.9,
    versions: [
      { ago: 330, filesystem: gatewayFilesystem('2.4.0') },
      { ago: 66, filesystem: gatewayFilesystem('2.7.0') },
    ],
  },
  {
    slug: 'tideline-webhooks',
    createdAgo: 200,
    sourceText: JSON.stringify(webhookDocument('1.1.0', ['reading.created', 'alert.opened', 'alert.closed'])),
    state: 'complete',
    processed: 31,
    versions: [
      {
        ago: 200,
        filesystem: { 'openapi.json': webhookDocument('1.0.0', ['alert.opened', 'alert.closed']) },
      },
      {
        ago: 31,
        filesystem: {
          'openapi.json': webhookDocument('1.1.0', ['reading.created', 'alert.opened', 'alert.closed']),
        },
      },
    ],
  },
  {
    slug: 'edge-control',
    createdAgo: 44,
    sourceUrl: 'https://edge.tideline.example/control/openapi.json',
    state: 'complete',
    error: 'FETCH_ERROR',
    processed: 1.6,
    versions: [],
  },
  {
    slug: 'partner-ingest',
    createdAgo: 90,
    sourceUrl: 'https://partners.tideline.example/ingest.yaml',
    state: 'complete',
    error: 'PARSE_ERROR',
    processed: 4.3,
    versions: [
      {
        ago: 90,
        filesystem: {
          'ingest.yaml': {
            ...tidelineDocument('2.1.0'),
            info: {
              title: 'Partner ingest',
              version: '0.9.0',
              description: 'Readings from partners’ loggers.',
            },
          },
        },
      },
    ],
  },
  {
    slug: 'forecasts',
    createdAgo: 0.004,
    sourceUrl: 'https://api.tideline.example/forecasts/openapi.json',
    state: 'progress',
    versions: [],
  },
  {
    slug: 'public-pages',
    createdAgo: 0.001,
    sourceUrl: 'https://public.tideline.example/openapi.json',
    state: 'pending',
    versions: [],
  },
];
