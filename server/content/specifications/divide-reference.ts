import { slugOf } from '#api/slug.ts';
import {
  type LinkedOperation,
  type LinkedPage,
  type ReferencePart,
  schemaKey,
} from '../pages/reference-part.ts';

/** An operation in short. */
interface OutlineOperation extends LinkedOperation {
  path: string;
  /** How much it shows, in characters. */
  weight: number;
}

interface OutlineSection {
  kind: 'tag' | 'others' | 'webhooks';
  /** Of a tag. */
  title: string;
  operations: readonly OutlineOperation[];
}

/** The operations of a specification in the order of its pages, and its definitions. */
export interface SpecOutline {
  sections: readonly OutlineSection[];
  schemas: readonly { name: string; anchor: string }[];
}

/** How a reference is divided: by tags or operations; undefined if only where it is too large for one page. */
export type Division = 'tag' | 'operation' | undefined;

/** A page of a divided reference, without its place in a space. */
export interface DividedPage {
  title: string;
  slug: string;
  part: ReferencePart;
  /** Whether navigation leaves it out. */
  isHidden: boolean;
  pages: readonly DividedPage[];
}

/** Of a page, as `readReference` counts: a few megabytes of HTML, which cost the server some milliseconds. */
const MAX_WEIGHT = 400_000;
const MAX_OPERATIONS = 100;
const MAX_SCHEMAS = 150;

/** The pages of a reference beside its first one; none if it is one page. */
export function divideReference(
  { sections, schemas }: SpecOutline,
  division: Division,
  withDefinitions: boolean,
): DividedPage[] {
  const all = sections.flatMap(({ operations }) => operations);
  const isLarge =
    all.length > MAX_OPERATIONS ||
    all.reduce((sum, { weight }) => sum + weight, 0) > MAX_WEIGHT ||
    (withDefinitions && schemas.length > MAX_SCHEMAS);
  if (division === undefined && !isLarge) return [];
  const slugs = new Slugs();
  const pages = sections.flatMap((section) =>
    division === 'operation' ? [toSectionPage(section, slugs)] : toTagPages(section, slugs),
  );
  return withDefinitions && schemas.length > 0 ? [...pages, toSchemasPage(schemas, slugs)] : pages;
}

/** The links from one page to those below it. */
export function linksTo(pages: readonly DividedPage[], sections: SpecOutline['sections']): LinkedPage[] {
  const operations = new Map(
    sections.flatMap((section) => section.operations).map((one) => [one.anchor, one]),
  );
  return pages
    .filter(({ isHidden }) => !isHidden)
    .map(({ title, part, pages: below }) => {
      const anchors = [part, ...below.map((page) => page.part)].flatMap((one) =>
        'anchors' in one ? one.anchors : [],
      );
      const linked = anchors.flatMap((anchor): LinkedOperation[] => {
        const operation = operations.get(anchor);
        return operation ? [{ anchor, title: operation.title, method: operation.method }] : [];
      });
      return { key: part.key, title, operations: linked };
    });
}

const SECTION_TITLES = { tag: '', others: 'Operations', webhooks: 'Webhooks' };

function titleOf({ kind, title }: OutlineSection): string {
  return kind === 'tag' && title !== '' ? title : SECTION_TITLES[kind] || 'Operations';
}

/** The operations of a tag on as few pages as hold them. */
function toTagPages(section: OutlineSection, slugs: Slugs): DividedPage[] {
  const title = titleOf(section);
  const slug = slugs.take(title);
  const packs: OutlineOperation[][] = [];
  let weight = 0;
  for (const operation of section.operations) {
    const last = packs.at(-1);
    if (last && last.length < MAX_OPERATIONS && weight + operation.weight <= MAX_WEIGHT) {
      last.push(operation);
      weight += operation.weight;
    } else {
      packs.push([operation]);
      weight = operation.weight;
    }
  }
  return packs.map((operations, index) => {
    const pageSlug = index === 0 ? slug : slugs.take(`${slug} ${index + 1}`);
    return {
      title: index === 0 ? title : `${title} (${index + 1})`,
      slug: pageSlug,
      part: { key: `tag/${pageSlug}`, kind: 'operations', anchors: operations.map(({ anchor }) => anchor) },
      isHidden: false,
      pages: [],
    };
  });
}

/** A page for a tag with one for each of its operations. */
function toSectionPage(section: OutlineSection, slugs: Slugs): DividedPage {
  const title = titleOf(section);
  const slug = slugs.take(title);
  const operationSlugs = new Slugs();
  const pages = section.operations.map(({ anchor, title: name }): DividedPage => ({
    title: name,
    slug: operationSlugs.take(anchor),
    part: { key: `operation/${anchor}`, kind: 'operations', anchors: [anchor] },
    isHidden: false,
    pages: [],
  }));
  return {
    title,
    slug,
    part: { key: `tag/${slug}`, kind: 'section', pages: linksTo(pages, [section]) },
    isHidden: false,
    pages,
  };
}

function toSchemasPage(schemas: SpecOutline['schemas'], slugs: Slugs): DividedPage {
  const schemaSlugs = new Slugs();
  return {
    title: 'Schemas',
    slug: slugs.take('schemas'),
    part: { key: 'schemas', kind: 'schemas' },
    isHidden: false,
    pages: schemas.map(({ name, anchor }) => ({
      title: name,
      slug: schemaSlugs.take(name),
      part: { key: schemaKey(anchor), kind: 'schema', anchor },
      isHidden: true,
      pages: [],
    })),
  };
}

/** Slugs that are different, each as near to its title as it can be. */
class Slugs {
  readonly #taken = new Set<string>();

  take(title: string): string {
    const slug = slugOf(title.slice(0, 100));
    let free = slug;
    for (let number = 2; this.#taken.has(free); number += 1) free = `${slug}-${number}`;
    this.#taken.add(free);
    return free;
  }
}
