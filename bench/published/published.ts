/** What readers of published sites wait for, and what they cost the server. */
import { startPostgres } from '../../scripts/postgres.ts';
import { atLeast, atMost, type Check, ratio } from '../goals.ts';
import type { Engine, Part } from '../part.ts';
import { formatFigure, markdownTable } from '../tables.ts';
import {
  type EngineFigures,
  type Kind,
  KINDS,
  measureEngine,
  measurePaint,
  type Paint,
  type ReferenceKind,
} from './measure.ts';
import type { SiteSizes } from './sites.ts';
import { startPublishedServer } from './start-server.ts';
import { measureVisit, type Visit } from './visit.ts';

const SIZES: SiteSizes = { spaces: 30, pagesPerSpace: 500, longPage: 60_000, operations: 1000 };
const SMALL: SiteSizes = { spaces: 3, pagesPerSpace: 30, longPage: 12_000, operations: 100 };

const descriptions: Record<Kind, string> = {
  file: 'a static file',
  memory: 'the same bytes from memory',
  statement: 'the same after the shortest statement',
  page: 'a page that was read before',
  'not modified': 'a page that the reader has (304)',
};

interface PublishedResults {
  visit: Visit;
  paint: Paint;
  engines: Partial<Record<Engine, EngineFigures>>;
}

const referenceNames: Record<ReferenceKind, string> = {
  operation: 'an API reference of one operation',
  reference: 'an API reference of 1,000 operations',
};

const titles: Record<Engine, string> = { postgres: 'PostgreSQL', pglite: 'PGlite' };

export const publishedPart: Part<PublishedResults> = {
  name: 'published',
  measure: async ({ browser, engines, isSmall, rounds }) => {
    let visit: Visit | undefined;
    let paint: Paint | undefined;
    const found: PublishedResults['engines'] = {};
    for (const engine of engines) {
      const postgres = engine === 'postgres' ? await startPostgres() : undefined;
      const server = await startPublishedServer({
        ...(postgres && { databaseUrl: postgres.url }),
        readerDirectory: 'dist/reader',
        sizes: isSmall ? SMALL : SIZES,
      });
      visit ??= await measureVisit(await browser(), server);
      paint ??= await measurePaint(await browser(), server, rounds);
      found[engine] = await measureEngine(server, rounds);
      server.stop();
      postgres?.stop();
    }
    if (!visit || !paint) throw new Error('No engine was measured.');
    return { visit, paint, engines: found };
  },
  goals: ({ visit, paint, engines }) => [
    atMost('HTML and style of a plain page as brotli', visit.pageAndStyle, 8, 'KB'),
    atMost('its script', visit.script, 8, 'KB'),
    atMost('requests of a first visit', visit.requests, 4, 'requests'),
    atMost('requests of the next page', visit.laterRequests, 1, 'requests'),
    atMost('cookies before a choice', visit.cookies, 0, 'cookies'),
    atMost('largest paint of a plain page', ratio(paint.page, paint.file), 1.3, '× file'),
    ...Object.entries(engines).flatMap(([engine, figures]) => engineGoals(titles[engine as Engine], figures)),
  ],
  tables: ({ visit, paint, engines }) => [
    '### Published sites',
    markdownTable(
      ['', 'HTML and style, KB', 'script, KB', 'requests', 'of the next page', 'cookies'],
      [
        [
          'A first visit to a plain page of a site of 50',
          visit.pageAndStyle.toFixed(1),
          visit.script.toFixed(1),
          String(visit.requests),
          String(visit.laterRequests),
          String(visit.cookies),
        ],
      ],
    ),
    markdownTable(
      ['', 'static file, ms', 'page, ms', '× file'],
      [
        [
          'Largest Contentful Paint, slowed',
          formatFigure(paint.file),
          formatFigure(paint.page),
          (paint.page.value / paint.file.value).toFixed(2),
        ],
      ],
    ),
    ...Object.entries(engines).flatMap(([engine, figures]) =>
      engineTables(titles[engine as Engine], figures),
    ),
  ],
};

function engineGoals(engine: string, found: EngineFigures): Check[] {
  const { load } = found;
  const on = `on ${engine}`;
  return [
    atLeast(
      `requests per second of a plain page ${on}`,
      ratio(load.page.rate, load.file.rate),
      0.5,
      '× file',
    ),
    atMost(`processor time of a plain page that was read before ${on}`, load.page.processor, 1, 'ms'),
    atMost(`processor time of a long page for the first time ${on}`, found.coldProcessor, 20, 'ms'),
    ...(['operation', 'reference'] as const).flatMap((kind) =>
      found.references[kind].map(({ change, loop }) =>
        atMost(`event loop for ${referenceNames[kind]} ${change} ${on}`, loop, 20, 'ms'),
      ),
    ),
    atMost(`statements of a page that the reader has ${on}`, found.notModifiedStatements, 1, 'statements'),
    atMost(`search in 15,000 pages, p95 ${on}`, found.search, 100, 'ms'),
    atMost(
      `p99 of another site’s pages during searches ${on}`,
      ratio(found.flooded, found.quiet),
      5,
      '× quiet',
    ),
    atMost(
      `failed responses ${on}`,
      KINDS.reduce((sum, kind) => sum + load[kind].failed, 0),
      0,
      'responses',
    ),
  ];
}

function engineTables(engine: string, found: EngineFigures): string[] {
  const { load } = found;
  return [
    `### Published pages on ${engine}`,
    markdownTable(
      ['', 'req/s', '× file', 'processor time, ms', 'failed'],
      KINDS.map((kind) => [
        descriptions[kind],
        formatFigure(load[kind].rate),
        (load[kind].rate.value / load.file.rate.value).toFixed(2),
        formatFigure(load[kind].processor),
        String(load[kind].failed),
      ]),
    ),
    markdownTable(
      ['', 'until it has come, ms', 'event loop, ms'],
      (['operation', 'reference'] as const).flatMap((kind) =>
        found.references[kind].map(({ change, time, loop }) => [
          `${referenceNames[kind]} ${change}`,
          formatFigure(time),
          formatFigure(loop),
        ]),
      ),
    ),
    markdownTable(
      ['', 'floor, ms', 'server, ms', '× floor'],
      (
        [
          ['a long page for the first time, beside a file of its bytes', found.coldFile, found.coldPage],
          ['search, p95, beside the least SQL', found.searchFloor, found.search],
          ['another site’s page while many search, p99, beside quiet', found.quiet, found.flooded],
        ] as const
      ).map(([name, floor, own]) => [
        name,
        formatFigure(floor),
        formatFigure(own),
        (own.value / floor.value).toFixed(2),
      ]),
    ),
  ];
}
