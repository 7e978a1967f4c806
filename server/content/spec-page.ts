import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { flattenPages } from './page-tree.ts';
import { hashId, type StoredPage } from './storage.ts';

/** The slug of the API specification of a computed page; undefined for other pages. */
export function specOf(page: Pick<StoredPage, 'computed'>): string | undefined {
  return page.computed?.dependencies['spec']?.ref.spec;
}

/** The latest version id of each API specification that pages of a tree use, by slug. */
export async function loadSpecVersions(
  db: Kysely<Database>,
  organizationId: string,
  pages: readonly StoredPage[],
): Promise<ReadonlyMap<string, string>> {
  const slugs = flattenPages(pages).flatMap((page) => specOf(page) ?? []);
  if (slugs.length === 0) return new Map();
  const rows = await db
    .selectFrom('api_specs')
    .select(['slug', 'last_version_id'])
    .where('organization_id', '=', organizationId)
    .where('slug', '=', sql<string>`any(${slugs}::text[])`)
    .execute();
  return new Map(rows.flatMap(({ slug, last_version_id: id }) => (id === null ? [] : [[slug, id] as const])));
}

/** The documents of a version of an API specification by file name, as JSON. */
export async function loadSpecDocuments(
  db: Kysely<Database>,
  versionId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_spec_versions')
    .select(sql<string>`filesystem::text`.as('documents'))
    .where('id', '=', versionId)
    .executeTakeFirst();
  return row?.documents;
}

/** Changes whenever the output of a computed page would change. */
export function seedOf(page: StoredPage, versionId: string | undefined): string {
  return hashId(JSON.stringify([page.computed, page.documentId, versionId ?? null]));
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * The Markdown of a page that shows an API specification: a summary, then each operation under its own heading with
 * parameters and responses. `documents` maps file names to parsed OpenAPI documents of any version; what is missing or
 * unexpected is left out.
 */
export function renderSpecPage(documents: unknown): string {
  const document = Object.values(recordOf(documents)).find((value) => 'paths' in recordOf(value));
  if (document === undefined) return '';
  const { info, servers, paths } = recordOf(document);
  const { title, version, description } = recordOf(info);
  const operations = Object.entries(recordOf(paths)).flatMap(([path, item]) => {
    const shared = listOf(recordOf(item)['parameters']);
    return METHODS.flatMap((method) => {
      const operation = recordOf(item)[method];
      return operation === undefined
        ? []
        : renderOperation(`${method.toUpperCase()} ${path}`, operation, shared);
    });
  });
  return joinBlocks([
    [textOf(title), textOf(version)].filter((part) => part !== '').join(' '),
    textOf(description),
    ...listOf(servers).map((server) => `\`${textOf(recordOf(server)['url'])}\``),
    ...operations,
  ]);
}

function renderOperation(path: string, operation: unknown, shared: unknown[]): string[] {
  const { summary, description, parameters, responses, deprecated } = recordOf(operation);
  const heading = textOf(summary) === '' ? path : textOf(summary);
  const known = [...shared, ...listOf(parameters)].map(recordOf).filter(({ name }) => textOf(name) !== '');
  const responseEntries = Object.entries(recordOf(responses));
  return [
    `## ${oneLine(heading)}`,
    `\`${path}\``,
    deprecated === true ? '> [!WARNING]\n> This operation is deprecated.' : '',
    textOf(description),
    renderTable(
      ['Parameter', 'In', 'Description'],
      known.map((one) => [`\`${textOf(one['name'])}\``, textOf(one['in']), textOf(one['description'])]),
    ),
    renderTable(
      ['Status', 'Response'],
      responseEntries.map(([status, response]) => [status, textOf(recordOf(response)['description'])]),
    ),
  ];
}

function renderTable(header: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => oneLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}

function joinBlocks(blocks: string[]): string {
  const written = blocks.map((block) => block.trim()).filter((block) => block !== '');
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
