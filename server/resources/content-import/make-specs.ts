import type { Transaction } from 'kysely';
import { slugOf } from '#api/slug.ts';
import { parseUrl } from '#server/base/parse-url.ts';
import type { Database } from '#server/database/tables/schema.ts';
import { FetchError } from '#server/network/fetch-error.ts';
import type { Fetcher } from '#server/network/guarded-fetch.ts';
import { uniqueName } from '#server/sites/names-from-titles.ts';
import { canEditSpecs } from '../api-specs/api-specs.rules.ts';
import { addSpecWithin, putSpecWithin, type SpecChangeContext } from '../api-specs/spec-changes.ts';
import type { ReportRow } from './import-runs.queries.ts';
import type { PreparedBook } from './prepared-import.ts';

const MAX_SPECS = 50;
const MAX_SLUG = 60;

interface SpecMaking extends Omit<SpecChangeContext, 'slug'> {
  viewer: Parameters<typeof canEditSpecs>[0];
  fetcher: Fetcher;
}

/**
 * Makes API specifications of the addresses and files that blocks of pages name, where the member may; a job fetches and
 * reads them. What the organization has already of an address is used, and of a file of the same source renewed. Returns
 * what became of each.
 */
export async function makeSpecs(
  trx: Transaction<Database>,
  books: readonly PreparedBook[],
  { viewer, fetcher, ...change }: SpecMaking,
): Promise<ReportRow[]> {
  const specs = new Map(books.flatMap((book) => book.specs.map((spec) => [spec.address, spec] as const)));
  if (specs.size === 0) return [];
  const present = await trx
    .selectFrom('api_specs')
    .select(['slug', 'source_url'])
    .where('organization_id', '=', change.organizationId)
    .execute();
  const addresses = new Set(present.map(({ source_url: url }) => url));
  const slugs = present.map(({ slug }) => slug);
  const report: ReportRow[] = [];
  let made = 0;
  for (const { address, path, line, files } of specs.values()) {
    if (addresses.has(address)) continue;
    const name = JSON.stringify(address.slice(0, 200));
    const problem = canEditSpecs(viewer) ? (files ? undefined : problemOf(address, fetcher)) : FORBIDDEN;
    if (problem !== undefined || made >= MAX_SPECS) {
      const reason = problem ?? `an import adds up to ${MAX_SPECS}.`;
      const message = `The API specification ${name} is not added: ${reason}`;
      report.push({ path, line, kind: 'warning', message });
      continue;
    }
    made += 1;
    if (files) {
      const source = { main: files.main, files: files.files };
      await putSpecWithin(trx, { ...change, slug: files.slug, requireVersion: () => {} }, source);
      const message = `The API specification “${files.slug}” is made of the file ${name}, and the page names it.`;
      report.push({ path, line, kind: 'converted', message });
      continue;
    }
    const slug = uniqueName(slugFor(address), slugs);
    slugs.push(slug);
    await addSpecWithin(trx, { ...change, slug }, { url: address });
    const message = `The API specification “${slug}” is added, and fetched from ${name}.`;
    report.push({ path, line, kind: 'converted', message });
  }
  return report;
}

const FORBIDDEN = 'you need the role "create" or higher in this organization.';

function problemOf(address: string, fetcher: Fetcher): string | undefined {
  try {
    fetcher.check(address);
    return undefined;
  } catch (error) {
    if (error instanceof FetchError) return error.message;
    throw error;
  }
}

/** A name of an address: of its file, or of its host where all files are called the same. */
function slugFor(address: string): string {
  const { hostname = '', pathname = '' } = parseUrl(address) ?? {};
  const stem = (pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const isCommon = /^(?:|openapi|swagger|api|spec|api-docs|index|main)$/i.test(stem);
  const slug = slugOf(isCommon ? `${hostname} ${stem}` : stem).replaceAll(/[^a-z\d-]/g, '');
  return slug.slice(0, MAX_SLUG).replaceAll(/^-+|-+$/g, '') || 'api';
}
