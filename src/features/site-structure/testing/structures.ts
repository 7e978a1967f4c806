/** Structures for tests: short builders, one-line formatting, and random ones. */
import fc from 'fast-check';
import { childrenOf, TOP, type Move } from '#src/lib/ordered-tree.ts';
import { buildStructure, type SiteSpaceNode, type SiteStructure, type Subtree } from '../structure.ts';
import type { ModelSite } from './model-server.ts';

/** A site space whose id, path and space have the same name. */
export function siteSpace(id: string, fields: Partial<SiteSpaceNode> = {}): Subtree {
  const plain = { condition: null, isDefault: false, emoji: '📘', publishedUrl: null };
  return {
    node: { kind: 'site-space', id, title: id, path: id, spaceId: `space-${id}`, ...plain, ...fields },
    children: [],
  };
}

/** A section with these site spaces; the first is its default. */
export function section(id: string, siteSpaces: readonly string[] = [`${id}-a`]): Subtree {
  const plain = { icon: null, description: null, condition: null, isDefault: false, publishedUrl: null };
  return {
    node: { kind: 'section', id, title: id, path: id, ...plain },
    children: siteSpaces.map((each, index) => siteSpace(each, { isDefault: index === 0 })),
  };
}

/** A group of sections. */
export function group(id: string, sections: readonly Subtree[] = []): Subtree {
  return { node: { kind: 'group', id, title: id, icon: null }, children: sections };
}

/** Order and containers in one line: `G[S(a b)] T(c)`. */
export function picture(structure: SiteStructure, parent = TOP): string {
  return childrenOf(structure, parent)
    .map((id) => {
      const kind = structure.nodes.get(id)?.kind;
      if (kind === 'group') return `${id}[${picture(structure, id)}]`;
      return kind === 'section' ? `${id}(${picture(structure, id)})` : id;
    })
    .join(' ');
}

/** The same structure in the model server. */
export function modelOf(structure: SiteStructure): ModelSite {
  const sectionOf = (id: string) => {
    const node = structure.nodes.get(id);
    const siteSpaces = childrenOf(structure, id).flatMap((child) => {
      const each = structure.nodes.get(child);
      return each?.kind === 'site-space' ? [each] : [];
    });
    return {
      kind: 'section' as const,
      id,
      path: node?.kind === 'section' ? node.path : '',
      spaces: siteSpaces.map(({ id: spaceId, ...each }) => ({ ...each, id: spaceId })),
      defaultSpace: siteSpaces.find((each) => each.isDefault)?.id ?? '',
    };
  };
  return {
    created: 0,
    top: childrenOf(structure, TOP).map((id) =>
      structure.nodes.get(id)?.kind === 'group'
        ? { kind: 'group', id, sections: childrenOf(structure, id).map(sectionOf) }
        : sectionOf(id),
    ),
  };
}

/**
 * The details that model server and structure share, for comparing them.
 * @param ids provisional or previous ids by the server's ids
 */
export function modelDetails(site: ModelSite, ids: ReadonlyMap<string, string> = new Map()): unknown {
  const originalIds = new Map([...ids].map(([provisional, real]) => [real, provisional]));
  const originalId = (id: string) => originalIds.get(id) ?? id;
  const detailsOf = (entry: ModelSite['top'][number]): unknown =>
    entry.kind === 'group'
      ? [originalId(entry.id), entry.sections.map(detailsOf)]
      : [
          originalId(entry.id),
          entry.spaces.map((each) => [originalId(each.id), each.path, each.condition]),
          originalId(entry.defaultSpace),
        ];
  return site.top.map(detailsOf);
}

/** Random structures of sections, in groups and outside, with up to four site spaces each. */
export const anyStructure: fc.Arbitrary<SiteStructure> = fc
  .array(
    fc.oneof(
      fc.record({ kind: fc.constant('section' as const), size: fc.integer({ min: 1, max: 4 }) }),
      fc.record({
        kind: fc.constant('group' as const),
        sizes: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
      }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((entries) => {
    let serial = 0;
    const make = (size: number) => {
      serial += 1;
      const id = `s${serial}`;
      // Sections share spaces on purpose: a space can be in a site once per section.
      const children = Array.from({ length: size }, (_, index) =>
        siteSpace(`${id}-${index}`, {
          isDefault: index === 0,
          spaceId: `space-${(serial * 3 + index) % 7}`,
          path: `path-${index}`,
          condition: index === 1 ? 'visitor.claims.beta' : null,
        }),
      );
      return { ...section(id, []), children };
    };
    const roots = entries.map((entry, index) =>
      entry.kind === 'section' ? make(entry.size) : group(`g${index}`, entry.sizes.map(make)),
    );
    return buildStructure(roots);
  });

/** A structure with a move, possible or not. */
export const anyMove: fc.Arbitrary<{ structure: SiteStructure; move: Move }> = anyStructure.chain(
  (structure) => {
    const ids = [...structure.nodes.keys(), 'unknown'];
    const id = fc.constantFrom(...ids);
    const anchor = fc.constantFrom(...ids);
    const target = fc.oneof(
      anchor.map((before) => ({ before })),
      anchor.map((after) => ({ after })),
      fc.constantFrom(...ids, TOP).map((into) => ({ into })),
    );
    return fc.record({
      structure: fc.constant(structure),
      move: fc.tuple(id, target).map(([moved, where]): Move => ({ id: moved, ...where })),
    });
  },
);
