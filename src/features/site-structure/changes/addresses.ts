/** What a change does to the addresses of a published site. */
import { formatNameList } from '#src/lib/text/format.ts';
import { publishedUrlOf, type SiteStructure, type StructureNode } from '../structure.ts';

export interface AddressChange {
  readonly id: string;
  readonly title: string;
  readonly from: string;
  /** Null if nothing is at an address of this item any more. */
  readonly to: string | null;
}

/** With addresses that follow from the paths: those that the server has told are those of before. */
function withoutAddresses(structure: SiteStructure): SiteStructure {
  const nodes = [...structure.nodes].map(([id, node]): [string, StructureNode] => [
    id,
    node.kind === 'group' ? node : { ...node, publishedUrl: undefined },
  ]);
  return { ...structure, nodes: new Map(nodes) };
}

/**
 * The site spaces, which have the pages, whose address differs.
 *
 * @param siteUrl where visitors find the site, with a trailing slash; null before publishing
 */
export function addressChanges(
  before: SiteStructure,
  after: SiteStructure,
  siteUrl: string | null,
): AddressChange[] {
  if (siteUrl === null) return [];
  const [from, to] = [withoutAddresses(before), withoutAddresses(after)];
  const addressIn = (structure: SiteStructure, id: string) => {
    const node = structure.nodes.get(id);
    return node?.kind === 'site-space' ? publishedUrlOf(structure, node, siteUrl) : null;
  };
  return [...before.nodes.values()].flatMap((node): AddressChange[] => {
    if (node.kind !== 'site-space') return [];
    const [oldAddress, newAddress] = [addressIn(from, node.id), addressIn(to, node.id)];
    if (oldAddress === null || oldAddress === newAddress) return [];
    return [{ id: node.id, title: node.title, from: oldAddress, to: newAddress }];
  });
}

/** Addresses that are listed; the rest is a number. */
const MAX_LISTED = 5;

/** One sentence for each kind of change; none if no address changes. */
export function describeAddressChanges(changes: readonly AddressChange[]): string[] {
  const list = (texts: readonly string[]) => formatNameList(texts, texts.length, MAX_LISTED);
  const changed = changes.flatMap(({ from, to }) => (to === null ? [] : [`${from} → ${to}`]));
  const gone = changes.filter(({ to }) => to === null).map(({ from }) => from);
  return [
    ...(changed.length > 0 ? [`Addresses change: ${list(changed)}.`] : []),
    ...(gone.length > 0 ? [`Visitors no longer find the pages at ${list(gone)}.`] : []),
  ];
}
