import type { Kysely } from 'kysely';
import { listEntries } from '#api/blocks/attributes.ts';
import { escapeHtml } from '#server/content/html/escape.ts';
import { slotsOf } from '#server/content/html/text-html.ts';
import { type ReferencePart, schemaKey } from '#server/content/pages/reference-part.ts';
import { fillReference } from '#server/content/reference/packed-reference.ts';
import type { SpecOutline } from '#server/content/specifications/divide-reference.ts';
import { pageAddress, specOf } from '#server/content/specifications/reference-pages.ts';
import { loadOutlines } from '#server/content/stored/spec-page.ts';
import { getReference } from '#server/content/stored/stored-reference.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextGap, TextHtml, TextSlot } from '#server/database/tables/stored-texts.ts';
import { externalPicture } from '../view/external-hosts.ts';
import { languageOf, type PlacedPage } from '../view/navigation-view.ts';
import { fillGap } from '../view/page-view.ts';
import { slotKey } from '../view/text-slots.ts';
import { siteSpaceUrl } from '../visit/site-tree.ts';
import type { VisitContext } from '../visit/visit.ts';
import { referenceTexts } from './reference-page.ts';

/** More blocks of a page show their names only. */
const MAX_BLOCKS = 30;
const MAX_SCHEMAS = 50;

/** The blocks of API specifications in a text. */
const slotsIn = ({ parts }: TextHtml): TextSlot[] => slotsOf(parts, ['operation', 'schemas']);

interface BlockValues {
  spec?: string;
  src?: string;
  path?: string;
  method?: string;
  schemas?: string;
}

function valuesOf({ value }: TextSlot): BlockValues {
  const values: unknown = JSON.parse(value);
  return Object(values);
}

const specNameOf = ({ spec, src }: BlockValues): string => spec ?? src ?? '';

/** The specifications that the blocks of a text name, by slug or address. */
export function specsIn(text: TextHtml): string[] {
  const names = slotsIn(text).map((slot) => specNameOf(valuesOf(slot)));
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_BLOCKS);
}

/** The HTML of the blocks of a text by their slots; those of operations and schemas that are not there are missing. */
export async function writeReferenceBlocks(
  db: Kysely<Database>,
  visit: VisitContext,
  placed: PlacedPage,
  { text, versions }: { text: TextHtml; versions: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>();
  if (versions.size === 0) return written;
  const outlines = await loadOutlines(db, visit.site.organizationId, versions);
  for (const slot of slotsIn(text).slice(0, MAX_BLOCKS)) {
    const name = specNameOf(valuesOf(slot));
    const [versionId, outline] = [versions.get(name), outlines.get(name)];
    if (versionId === undefined || !outline || written.has(slotKey(slot))) continue;
    const parts = partsOf(outline, slot);
    if (parts.length === 0) continue;
    const htmls: string[] = [];
    for (const { part, title } of parts) {
      const html = await writePart(db, visit, placed, {
        part,
        versionId,
        number: written.size * MAX_SCHEMAS + htmls.length,
      });
      htmls.push(
        title === undefined
          ? html
          : `<p class="field"><code dir="ltr">${escapeHtml(title)}</code></p>${html}`,
      );
    }
    written.set(slotKey(slot), htmls.join(''));
  }
  return written;
}

/** What a block shows of a reference. */
function partsOf(outline: SpecOutline, slot: TextSlot): { part: ReferencePart; title?: string }[] {
  const { path, method = '', schemas = '' } = valuesOf(slot);
  if (slot.slot === 'operation') {
    const operation = outline.sections
      .flatMap(({ operations }) => operations)
      .find((one) => one.path === path && one.method === method.toLowerCase());
    if (!operation) return [];
    const { anchor } = operation;
    return [{ part: { key: `operation/${anchor}`, kind: 'operations', anchors: [anchor] } }];
  }
  const anchors = new Map(outline.schemas.map(({ name, anchor }) => [name, anchor]));
  return listEntries(schemas, MAX_SCHEMAS).flatMap((title) => {
    const anchor = anchors.get(title);
    return anchor === undefined
      ? []
      : [{ part: { key: schemaKey(anchor), kind: 'schema' as const, anchor }, title }];
  });
}

/** A part as it is on the pages of the reference; its definitions lead to these where the space has them. */
async function writePart(
  db: Kysely<Database>,
  visit: VisitContext,
  placed: PlacedPage,
  { part, versionId, number }: { part: ReferencePart; versionId: string; number: number },
): Promise<string> {
  const { content, entry, place } = placed;
  const { organizationId } = visit.site;
  const texts = referenceTexts(languageOf(visit, place));
  const page = { organizationId, versionId, documentId: undefined, texts, withDefinitions: true, part };
  const reference = await getReference(db, page);
  const root = [...content.byId.values()].find(
    ({ page: { reference: own, id }, page: one }) =>
      own?.root === id && content.specVersions.get(specOf(one) ?? '') === versionId,
  );
  const scope = { visit, spaceUrl: siteSpaceUrl(visit.base, place), content, page: entry.page };
  const addressed = (gap: TextGap) => ({ ...gap, href: pageAddress(root?.page ?? { id: '' }, gap.href) });
  const pieces = fillReference(
    reference,
    (gap) => fillGap(scope, addressed(gap)),
    externalPicture(visit, scope),
  );
  // Ids of our own are counted in each part anew.
  return Buffer.concat(pieces)
    .toString()
    .replaceAll(/ (name|id|for)="~(?=\d)/g, (_all, attribute: string) => ` ${attribute}="~r${number}-`);
}
