import type { Kysely } from 'kysely';
import { WeightedCache } from '#server/base/weighted-cache.ts';
import { gapsOf, slotsOf } from '#server/content/html/text-html.ts';
import {
  MAX_INCLUDE_DEPTH,
  MAX_INCLUDED_TEXTS,
  type ReusableContents,
} from '#server/content/pages/reusable-contents.ts';
import type { StoredGitFile } from '#server/content/pages/storage.ts';
import type { AddressOfFile } from '#server/content/stored/connected-pages.ts';
import { loadTextHtml } from '#server/content/stored/stored-html.ts';
import type { Database } from '#server/database/tables/schema.ts';
import type {
  TextConditions,
  TextHeading,
  TextHtml,
  TextPart,
} from '#server/database/tables/stored-texts.ts';
import { specsIn } from './reference-blocks.ts';

/** What has to be known of a text before it is loaded. */
interface TextNeeds {
  conditions?: TextConditions;
  /** The addresses of the reusable contents in it. */
  includes: string[];
  /** The API specifications that its blocks name. */
  specs: readonly string[];
  /** The addresses of its embeds. */
  embeds: readonly string[];
  /** Whether it has updates. */
  hasUpdates: boolean;
  /** Its addresses that may lead out of the book. */
  upwards: readonly string[];
}

const NO_NEEDS: TextNeeds = { includes: [], specs: [], embeds: [], hasUpdates: false, upwards: [] };

/** By the id of the text, which never changes; weights are numbers of characters. */
const needsById = new WeightedCache<TextNeeds>(4_000_000);

interface FillOptions {
  /** Leaves out the branches that the visitor doesn't get. */
  decide: (documentId: string, text: TextHtml) => TextHtml;
  /** Whether a box says what is not there. */
  showsMissing: boolean;
}

/** What members see in the place of a reusable content that is not there. */
const missingInclude = (address: string): TextHtml => ({
  parts: ['<div class="unknown"><p class="label">', { label: 'missingInclude', text: address }, '</p></div>'],
  headings: [],
});

/** The texts of pages and of what they include. */
export class IncludedTexts {
  readonly #db: Kysely<Database>;
  readonly #organizationId: string;
  readonly #reusable: ReusableContents;
  readonly #loaded = new Map<string, TextHtml>();

  constructor(db: Kysely<Database>, organizationId: string, reusable: ReusableContents) {
    this.#db = db;
    this.#organizationId = organizationId;
    this.#reusable = reusable;
  }

  /**
   * The conditions, API specifications, embeds, updates and addresses upwards of a text and of all that it includes, conditions by the id of the text.
   * Where they are cached, nothing is read.
   */
  async needsOf(
    documentId: string,
    file: StoredGitFile | undefined,
  ): Promise<{
    conditions: Map<string, TextConditions>;
    specs: string[];
    embeds: string[];
    hasUpdates: boolean;
    upwards: AddressOfFile[];
  }> {
    const conditions = new Map<string, TextConditions>();
    const specs = new Set<string>();
    const embeds = new Set<string>();
    const upwards: AddressOfFile[] = [];
    let hasUpdates = false;
    const seen = new Set<string>();
    let level = [{ documentId, file }];
    for (let depth = 0; depth <= MAX_INCLUDE_DEPTH && level.length > 0; depth += 1) {
      const ids = level.map((text) => text.documentId);
      const unknown = ids.filter((id) => needsById.get(id) === undefined);
      if (unknown.length > 0) await this.#load(unknown);
      const next: typeof level = [];
      for (const text of level) {
        seen.add(text.documentId);
        const needs = needsById.get(text.documentId) ?? NO_NEEDS;
        for (const spec of needs.specs) specs.add(spec);
        for (const embed of needs.embeds) embeds.add(embed);
        hasUpdates ||= needs.hasUpdates;
        const from = text.file?.path;
        if (from !== undefined) for (const href of needs.upwards) upwards.push({ from, href });
        if (needs.conditions) conditions.set(text.documentId, needs.conditions);
        for (const address of needs.includes) {
          const content = this.#reusable.find(address, text.file);
          if (content && !seen.has(content.documentId))
            next.push({ documentId: content.documentId, file: content.git });
        }
      }
      level = next;
    }
    return { conditions, specs: [...specs], embeds: [...embeds], hasUpdates, upwards };
  }

  /** The HTML of a text with what it includes. */
  async html(documentId: string, file: StoredGitFile | undefined, options: FillOptions): Promise<TextHtml> {
    return this.fill(await this.#text(documentId), { ...options, documentId, file });
  }

  /** The same for a text that may not be stored. */
  async fill(
    page: TextHtml,
    {
      documentId,
      file,
      decide,
      showsMissing,
    }: FillOptions & { documentId: string; file: StoredGitFile | undefined },
  ): Promise<TextHtml> {
    const taken = new Set<string>();
    let count = 0;
    const build = async (
      [id, whole]: readonly [id: string, text: TextHtml],
      from: StoredGitFile | undefined,
      above: readonly string[],
    ): Promise<TextHtml> => {
      const ordinal = count;
      count += 1;
      // Anchors are counted over all branches, so that they are the same for all visitors.
      const names = above.length === 0 ? undefined : renameHeadings(whole.headings, taken);
      for (const { anchor } of whole.headings) taken.add(names?.get(anchor) ?? anchor);
      const text = decide(id, whole);
      const included = new Map<TextPart, TextHtml>();
      for (const part of text.parts) {
        if (typeof part === 'string' || !('include' in part)) continue;
        const content = this.#reusable.find(part.include, from);
        // One that includes itself is refused where it is written; older ones are left out.
        const isShown =
          content &&
          !above.includes(content.id) &&
          above.length < MAX_INCLUDE_DEPTH &&
          count <= MAX_INCLUDED_TEXTS;
        if (isShown) {
          const inner = [content.documentId, await this.#text(content.documentId)] as const;
          included.set(part, await build(inner, content.git, [...above, content.id]));
        } else if (!content && showsMissing) included.set(part, missingInclude(part.include));
      }
      const parts = names
        ? text.parts.map((part) => renamePart(part, { names, suffix: `_i${ordinal}`, from }))
        : text.parts;
      return {
        parts: parts.flatMap((part, at) => included.get(text.parts[at] ?? '')?.parts ?? [part]),
        headings: headingsInOrder(text, names, included),
      };
    };
    return build([documentId, page], file, []);
  }

  async #text(id: string): Promise<TextHtml> {
    return (await this.#get([id])).get(id) ?? { parts: [], headings: [] };
  }

  async #load(ids: readonly string[]): Promise<void> {
    await this.#get(ids);
    for (const id of ids) {
      const html = this.#loaded.get(id);
      if (!html) continue;
      const needs = {
        includes: includesIn(html.parts),
        specs: specsIn(html),
        embeds: slotsOf(html.parts, ['player']).map(({ value }) => value),
        hasUpdates: slotsOf(html.parts, ['updates']).length > 0,
        upwards: upwardsIn(html.parts),
        ...(html.conditions && { conditions: html.conditions }),
      };
      needsById.set(id, needs, JSON.stringify(needs).length);
    }
  }

  async #get(ids: readonly string[]): Promise<ReadonlyMap<string, TextHtml>> {
    const missing = ids.filter((id) => !this.#loaded.has(id));
    if (missing.length > 0) {
      const texts = await loadTextHtml(this.#db, missing, this.#organizationId);
      for (const [id, html] of texts) this.#loaded.set(id, html);
    }
    return this.#loaded;
  }
}

/** The addresses in a text that may lead out of a book. */
const upwardsIn = (parts: readonly TextPart[]): string[] =>
  gapsOf(parts).flatMap(({ href }) => (href.includes('..') ? [href] : []));

function includesIn(parts: readonly TextPart[]): string[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string') return [];
    if ('include' in part) return [part.include];
    return 'guard' in part ? includesIn(part.parts) : [];
  });
}

/** The anchors of an included text, numbered where the page has them already. */
function renameHeadings(headings: readonly TextHeading[], taken: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set(taken);
  for (const { anchor } of headings) {
    let name = anchor;
    for (let number = 1; used.has(name); number += 1) name = `${anchor}-${number}`;
    used.add(name);
    names.set(anchor, name);
  }
  return names;
}

interface Renaming {
  names: ReadonlyMap<string, string>;
  /** Behind all other names, such as those of tabs. */
  suffix: string;
  from: StoredGitFile | undefined;
}

/** Attributes are written with quotes, which text never has. */
const NAME = / (id|for|name|aria-labelledby|aria-controls|href)="(#?)([^"]+)"/g;

function renamePart(part: TextPart, { names, suffix, from }: Renaming): TextPart {
  if (typeof part !== 'string') return 'href' in part && from ? { ...part, from } : part;
  return part.replace(NAME, (whole, attribute: string, hash: string, name: string) =>
    attribute === 'href' && hash === ''
      ? whole
      : ` ${attribute}="${hash}${names.get(name) ?? name + suffix}"`,
  );
}

/** The headings of a text and of what it includes, in the order in which they are shown. */
function headingsInOrder(
  { parts, headings }: TextHtml,
  names: ReadonlyMap<string, string> | undefined,
  included: ReadonlyMap<TextPart, TextHtml>,
): TextHeading[] {
  const rest = headings.map((heading) => ({
    ...heading,
    anchor: names?.get(heading.anchor) ?? heading.anchor,
  }));
  if (included.size === 0) return rest;
  const ordered: TextHeading[] = [];
  let next = 0;
  for (const part of parts) {
    const inner = included.get(part);
    if (inner) ordered.push(...inner.headings);
    if (typeof part !== 'string') continue;
    while (next < headings.length && part.includes(` id="${headings[next]?.anchor ?? ''}"`)) {
      const heading = rest[next];
      if (heading) ordered.push(heading);
      next += 1;
    }
  }
  return [...ordered, ...rest.slice(next)];
}
