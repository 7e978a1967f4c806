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
    let paint: Paint | undefined;
    const found: PublishedResults['engines'] = {};
    for (const engine of engines) {
      const postgres = engine === 'postgres' ? await startPostgres() : undefined;
      const server = await startPublishedServer({
        ...(postgres && { databaseUrl: postgres.url }),
        readerDirectory: 'dist/reader',
        sizes: isSmall ? SMALL : SIZES,
      });
      paint ??= await measurePaint(await browser(), server, rounds);
      found[engine] = await measureEngine(server, rounds);
      server.stop();
      postgres?.stop();
    }
    if (!paint) throw new Error('No engine was measured.');
    return { paint, engines: found };
  },
  goals: ({ paint, engines }) => [
    atMost('largest paint of a plain page', ratio(paint.page, paint.file), 1.3, '× file'),
    ...Object.entries(engines).flatMap(([engine, figures]) => engineGoals(titles[engine as Engine], figures)),
  ],
  tables: ({ paint, engines }) => [
    '### Published sites',
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
    ...(['operation', 'reference'] as const).flatMap((kind) => [
      atMost(
        `event loop for ${referenceNames[kind]} as stored ${on}`,
        found.references[kind].againLoop,
        20,
        'ms',
      ),
      atMost(`the same before its job is done ${on}`, found.references[kind].firstLoop, 20, 'ms'),
    ]),
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
      ['', 'before its job is done, ms', 'its event loop, ms', 'event loop as stored, ms'],
      (['operation', 'reference'] as const).map((kind) => {
        const { first, firstLoop, againLoop } = found.references[kind];
        return [referenceNames[kind], ...[first, firstLoop, againLoop].map((each) => formatFigure(each))];
      }),
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
