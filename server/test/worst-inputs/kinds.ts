import { strToU8, zipSync } from 'fflate';
import type { Genes } from './climb.ts';
import { CONDITION, HTML, MARKDOWN, SPECIFICATION, TEXT_GENES, textOf, WORDS } from './grammar.ts';

interface HeavyRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  body?: object;
}

/** Sends a request as a member who may write. */
type Send = (request: HeavyRequest) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;

/** Where inputs are sent: an organization with a site, and a page in a change request. */
export interface Place {
  send: Send;
  organization: string;
  space: string;
  changeRequest: string;
  page: string;
  site: string;
  section: string;
  /** Serves a document for imports; returns its URL. */
  publish: (content: string | Buffer, contentType: string) => string;
}

/** One kind of heavy input, within the limits of the contract. */
interface Kind {
  /** How many genes it takes. */
  genes: number;
  /** Sends the input of the genes; the statuses. */
  run: (place: Place, genes: Genes) => Promise<number[]>;
}

/** The limits of the contract, in characters. */
const LIMITS = { document: 2_000_000, comment: 65_536, query: 512, filter: 200, condition: 1024 };
/** Bytes of a document that is imported. */
const MAX_IMPORT = 9_500_000;
/** Characters of a specification: one more, and bodies of 10 MiB are too long in the worst encoding. */
const MAX_SPECIFICATION = 5_000_000;

let count = 0;
/** A name that is used once. */
const newName = (): string => `worst-${process.pid}-${(count += 1)}`;

const statusesOf = async (place: Place, ...requests: HeavyRequest[]): Promise<number[]> => {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await place.send(request)).status);
  return statuses;
};

/** Creates what inputs are sent to. */
export async function createPlace(
  send: Send,
  organization: string,
  publish: Place['publish'],
): Promise<Place> {
  const create = async (path: string, body: object) => {
    const created = await send({ method: 'POST', path, body });
    if (created.status >= 300)
      throw new Error(`POST ${path}: ${created.status} ${JSON.stringify(created.body)}`);
    return created.body;
  };
  const { id } = await create(`${organization}/spaces`, { title: 'Worst' });
  const space = `/v1/spaces/${id}`;
  const request = await create(`${space}/change-requests`, { subject: 'Worst' });
  const changeRequest = `${space}/change-requests/${request.id}`;
  const edited = await create(`${changeRequest}/content`, {
    changes: [{ operation: 'insert_page', title: 'Worst', document: { markdown: 'a' } }],
  });
  const { id: siteId } = await create(`${organization}/sites`, { title: 'Worst' });
  const site = `${organization}/sites/${siteId}`;
  const section = await create(`${site}/sections`, { spaceId: id });
  return {
    send,
    organization,
    space,
    changeRequest,
    page: String(edited.pages[0]),
    site,
    section: `${site}/sections/${section.id}`,
    publish,
  };
}

const writePage = (
  { changeRequest, page }: Pick<Place, 'changeRequest' | 'page'>,
  markdown: string,
): HeavyRequest => ({
  method: 'POST',
  path: `${changeRequest}/content`,
  body: { changes: [{ operation: 'update_page', page, document: { markdown } }] },
});

/** Lines of few different kinds in an order that repeats: what comparisons are slow at. */
function linesOf([kinds = 0, step = 0, length = 0, count = 0]: Genes): string {
  const different = 1 + Math.floor(200 ** kinds);
  const stride = 1 + Math.floor(step * 97);
  const line = 'x'.repeat(Math.floor(100 * length));
  const lines = Math.floor(20_000 * (0.5 + count / 2));
  return Array.from({ length: lines }, (_, index) => `${(index * stride) % different}${line}`)
    .join('\n')
    .slice(0, LIMITS.document);
}

const importOf =
  (source: 'html' | 'markdown', contentType: string, fragments: Parameters<typeof textOf>[1]): Kind['run'] =>
  (place, genes) => {
    const length = Math.floor(MAX_IMPORT ** (0.6 + 0.4 * (genes[TEXT_GENES] ?? 1)));
    const url = place.publish(textOf(genes, fragments, length), contentType);
    return statusesOf(place, {
      method: 'POST',
      path: `${place.space}/content/import`,
      body: { source, url },
    });
  };

/** A valid condition: comparisons of a long claim, joined and nested. */
function conditionOf([length = 0, depth = 0, operator = 0, comparison = 0]: Genes): string {
  const claim = `visitor.claims.${'a'.repeat(1 + Math.floor(100 * length))}`;
  const terms = [claim, `${claim} == "a"`, `${claim}.includes("a")`, `!${claim}`];
  const term = terms[Math.floor(comparison * terms.length)] ?? claim;
  const open = '('.repeat(Math.floor(40 * depth));
  const joined = [term];
  const [between, close] = [operator < 0.5 ? ' && ' : ' || ', ')'.repeat(open.length)];
  while (`${open}${joined.join(between)}${between}${term}${close}`.length <= LIMITS.condition)
    joined.push(term);
  return `${open}${joined.join(between)}${close}`;
}

/** As many claims as allowed, with a group of claims that visitors make about themselves. */
function claimsOf(width: number, hasGroup: boolean): object {
  const properties: Record<string, object> = {};
  for (let index = 0; index < width; index += 1)
    properties[`claim${index}`] = { type: 'boolean', description: 'x'.repeat(1000) };
  if (hasGroup)
    properties.unsigned = { type: 'object', properties: claimsOf(width, false), additionalProperties: false };
  return properties;
}

/** All kinds by name. What structures cost is measured by `npm run bench -- other-organizations`. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'page previews': {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const document = { markdown: textOf(genes, MARKDOWN, LIMITS.document) };
      const body = { page: place.page, document };
      return statusesOf(place, { method: 'POST', path: `${place.changeRequest}/page-previews`, body });
    },
  },
  'page edits': {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const read = `${place.changeRequest}/content/page/${place.page}`;
      return statusesOf(place, writePage(place, textOf(genes, MARKDOWN, LIMITS.document)), {
        method: 'GET',
        path: read,
      });
    },
  },
  comments: {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const body = { body: { markdown: textOf(genes, MARKDOWN, LIMITS.comment) } };
      const path = `${place.space}/comments`;
      return statusesOf(place, { method: 'POST', path, body }, { method: 'GET', path: `${path}?limit=1` });
    },
  },
  suggestions: {
    genes: TEXT_GENES + 4,
    async run(place, genes) {
      const statuses = await statusesOf(place, writePage(place, linesOf(genes.slice(TEXT_GENES))));
      const text = textOf(genes, MARKDOWN, LIMITS.comment);
      const body = { page: place.page, body: '', suggestion: { startLine: 1, endLine: 5000, text } };
      const path = `${place.changeRequest}/comments`;
      const created = await place.send({ method: 'POST', path, body });
      const apply = { comments: [created.body?.id ?? 'none'] };
      return [
        ...statuses,
        created.status,
        ...(await statusesOf(
          place,
          { method: 'GET', path: `${path}?limit=50` },
          { method: 'POST', path: `${place.changeRequest}/apply-suggestions`, body: apply },
        )),
      ];
    },
  },
  comparisons: {
    genes: 8,
    async run(place, genes) {
      const request = async () => {
        const { body } = await place.send({
          method: 'POST',
          path: `${place.space}/change-requests`,
          body: {},
        });
        return `${place.space}/change-requests/${body?.id}`;
      };
      const [first, second] = [linesOf(genes.slice(0, 4)), linesOf(genes.slice(4))];
      const before = await request();
      const insert = { operation: 'insert_page', title: newName(), document: { markdown: first } };
      const inserted = await place.send({
        method: 'POST',
        path: `${before}/content`,
        body: { changes: [insert] },
      });
      const page = String(inserted.body?.pages?.[0]);
      const merged = await place.send({ method: 'POST', path: `${before}/merge` });
      const after = await request();
      const statuses = await statusesOf(
        place,
        writePage({ changeRequest: after, page }, second),
        { method: 'GET', path: `${after}/changes` },
        { method: 'GET', path: `${after}/pdf` },
      );
      return [inserted.status, merged.status, ...statuses];
    },
  },
  searches: {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const query = encodeURIComponent(textOf(genes, WORDS, LIMITS.query));
      const path = `${place.organization}/search?query=${query}`;
      return statusesOf(place, { method: 'GET', path }, { method: 'GET', path: `${path}&limit=100` });
    },
  },
  'list filters': {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const text = encodeURIComponent(textOf(genes, WORDS, LIMITS.filter));
      const paths = [
        `${place.organization}/members?limit=100&search=${text}`,
        `${place.organization}/audit-log?limit=100&action=${text}`,
        `${place.organization}/custom-field-values?limit=100&title=${text}`,
        `${place.space}/permissions/aggregate?limit=100&search=${text}`,
        `${place.site}/redirects?limit=100&search=${text}`,
      ];
      return statusesOf(place, ...paths.map((path): HeavyRequest => ({ method: 'GET', path })));
    },
  },
  conditions: {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const structure = `${place.site}/structure`;
      return statusesOf(
        place,
        {
          method: 'PATCH',
          path: place.section,
          body: { condition: textOf(genes, CONDITION, LIMITS.condition) },
        },
        { method: 'PATCH', path: place.section, body: { condition: conditionOf(genes) } },
        { method: 'GET', path: structure },
      );
    },
  },
  'visitor schemas': {
    genes: 2,
    run: (place, [width = 0, group = 0]) => {
      const properties = claimsOf(1 + Math.floor(199 * width), group < 0.5);
      const body = { jsonSchema: { type: 'object', properties, additionalProperties: false } };
      return statusesOf(place, { method: 'PUT', path: `${place.site}/adaptive-schema`, body });
    },
  },
  'custom fields': {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const text = textOf(genes, WORDS, 38);
      const options = Array.from({ length: 50 }, (_, index) => `${index}${text}`.slice(0, 40).trim());
      const body = { name: newName(), type: 'select:multi', options };
      const path = `${place.organization}/custom-fields`;
      return statusesOf(place, { method: 'POST', path, body }, { method: 'GET', path: `${path}?limit=100` });
    },
  },
  specifications: {
    genes: TEXT_GENES,
    run: (place, genes) => {
      const source = { text: `openapi: 3.1.0\n${textOf(genes, SPECIFICATION, MAX_SPECIFICATION)}` };
      return statusesOf(place, {
        method: 'POST',
        path: `${place.organization}/openapi`,
        body: { slug: newName(), source },
      });
    },
  },
  'HTML imports': { genes: TEXT_GENES + 1, run: importOf('html', 'text/html', HTML) },
  'Markdown imports': { genes: TEXT_GENES + 1, run: importOf('markdown', 'text/markdown', MARKDOWN) },
  archives: {
    genes: TEXT_GENES + 3,
    run: (place, genes) => {
      const [files = 0, length = 0, depth = 0] = genes.slice(TEXT_GENES);
      const folder = 'a/'.repeat(Math.floor(60 * depth));
      const text = strToU8(textOf(genes, MARKDOWN, 1 + Math.floor(500_000 ** length)));
      const entries: Record<string, Uint8Array> = {};
      for (let index = 0; index < 1 + Math.floor(1000 ** files); index += 1)
        entries[`${folder}page-${index}.md`] = text;
      const url = place.publish(Buffer.from(zipSync(entries)), 'application/zip');
      const body = { source: 'zip', url };
      return statusesOf(place, { method: 'POST', path: `${place.space}/content/import`, body });
    },
  },
};
