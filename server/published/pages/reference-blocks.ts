import type { Kysely } from 'kysely';
import type { SpecificationUse } from '#api/blocks/block.ts';
import { openapi, openapiOperation, openapiSchemas, signature } from '#api/blocks/openapi.ts';
import { escapeHtml } from '#server/content/html/escape.ts';
import { slotsOf } from '#server/content/html/text-html.ts';
import type { ReferencePart } from '#server/content/pages/reference-part.ts';
import { fillReference } from '#server/content/reference/packed-reference.ts';
import { pageAddress, partOfUse, specOf } from '#server/content/specifications/reference-pages.ts';
import {
  findNamedVersions,
  hasSpecification,
} from '#server/content/stored/references/linked-specifications.ts';
import { loadOutlines } from '#server/content/stored/references/spec-page.ts';
import { getReference } from '#server/content/stored/references/stored-reference.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type { TextGap, TextHtml, TextSlot } from '#server/database/tables/stored-texts.ts';
import { fillIn, messagesFor } from '../messages/messages.ts';
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

/** A definition that the space has no page of is named only. */
const LINK_WITHOUT_TARGET = /<a(?=[ >])(?![^>]* href=)[^>]*>(.*?)<\/a>/gs;

/** The blocks of API specifications in a text. */
const slotsIn = ({ parts }: TextHtml): TextSlot[] => slotsOf(parts, ['operation', 'schemas']);

/** What a block shows. */
function usesOf({ slot, value }: TextSlot): readonly SpecificationUse[] {
  const values: Record<string, string> = Object(JSON.parse(value));
  const block = slot === 'schemas' ? openapiSchemas : 'src' in values ? openapi : openapiOperation;
  return block.uses?.(values) ?? [];
}

/** The specifications that the blocks of a text name, by slug or address. */
export function specsIn(text: TextHtml): string[] {
  const names = slotsIn(text).flatMap((slot) => usesOf(slot).map(({ spec }) => spec));
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_BLOCKS);
}

interface BlockOptions {
  text: TextHtml;
  versions: ReadonlyMap<string, string>;
  /** Whether a box says why something is missing. */
  isForMembers: boolean;
}

/**
 * The HTML of the blocks of a text by their slots. Those of operations and schemas that are not there are missing, unless
 * they are for members.
 */
export async function writeReferenceBlocks(
  db: Kysely<Database>,
  visit: VisitContext,
  placed: PlacedPage,
  { text, versions, isForMembers }: BlockOptions,
): Promise<ReadonlyMap<string, string>> {
  const written = new Map<string, string>();
  if (versions.size === 0 && !isForMembers) return written;
  const { organizationId } = visit.site;
  const outlines = await loadOutlines(db, organizationId, versions);
  for (const slot of slotsIn(text).slice(0, MAX_BLOCKS)) {
    if (written.has(slotKey(slot))) continue;
    const htmls: string[] = [];
    for (const use of usesOf(slot)) {
      const [versionId, outline] = [versions.get(use.spec), outlines.get(use.spec)];
      const part = outline && partOfUse(outline, use);
      const number = written.size * MAX_SCHEMAS + htmls.length;
      if (versionId === undefined || !part) {
        if (isForMembers) htmls.push(await writeMissing(db, visit, placed, use));
        continue;
      }
      const html = await writePart(db, visit, placed, { part, versionId, number });
      const name = use.schema === undefined ? '' : `<p class="field">${codeOf(use.schema)}</p>`;
      htmls.push(name + html);
    }
    if (htmls.length > 0) written.set(slotKey(slot), htmls.join(''));
  }
  return written;
}

const codeOf = (text: string): string => `<code dir="ltr">${escapeHtml(text)}</code>`;

/** A box that says why a block shows nothing. */
async function writeMissing(
  db: Kysely<Database>,
  visit: VisitContext,
  { place }: PlacedPage,
  { spec, schema, method = '', path = '' }: SpecificationUse,
): Promise<string> {
  const messages = messagesFor(languageOf(visit, place));
  const isRead = (await findNamedVersions(db, visit.site.organizationId, [spec])).has(spec);
  const isAdded = isRead || (await hasSpecification(db, visit.site.organizationId, spec));
  const reason = isRead ? messages.apiNoPart : isAdded ? messages.apiNotRead : messages.apiNoSpecification;
  const name = codeOf(schema ?? signature({ method, path }));
  const sentence = fillIn(escapeHtml(reason), { name, specification: codeOf(spec) });
  return `<div class="unknown"><p class="label">${sentence}</p></div>`;
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
  const root = content.entries.find(
    ({ page: { reference: own, id }, page: one }) =>
      own?.root === id && content.specVersions.get(specOf(one) ?? '') === versionId,
  );
  const scope = { visit, spaceUrl: siteSpaceUrl(visit.base, place), content, page: entry.page };
  const addressed = (gap: TextGap) => ({ ...gap, href: pageAddress(root?.page ?? { id: '' }, gap.href) });
  const pieces = await fillReference(
    reference,
    (gap) => fillGap(scope, addressed(gap)),
    externalPicture(visit, scope),
  );
  const html = Buffer.concat(pieces).toString();
  // Ids of our own are counted in each part anew.
  return (root ? html : html.replaceAll(LINK_WITHOUT_TARGET, '$1')).replaceAll(
    / (name|id|for)="~(?=\d)/g,
    (_all, attribute: string) => ` ${attribute}="~r${number}-`,
  );
}
