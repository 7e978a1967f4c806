import type { SiteFindingKind } from '#api/generated/types.gen.ts';
import type { Row } from '#server/database/tables/schema.ts';

/** All kinds in the order of lists: what readers notice most is first. */
export const FINDING_KINDS = [
  'dead-link',
  'dead-condition',
  'missing-translation',
  'missing-description',
  'orphan-page',
  'heading-order',
  'missing-alt-text',
  'unused-file',
] as const satisfies readonly SiteFindingKind[];

/** So many findings of a kind are listed: nobody mends more before the next check. */
const MAX_OF_KIND = 2000;
/** Of links, more are asked than are dead. */
const MAX_LINKS = 10_000;

type FindingRow = Row<'site_findings'>;

/** A finding before it is stored. */
export type NewFinding = Pick<FindingRow, 'space_id' | 'title'> & {
  kind: SiteFindingKind;
} & Partial<Omit<FindingRow, 'id' | 'site_id' | 'position' | 'kind'>>;

/** Collects findings, so many of each kind. */
export class Findings {
  readonly #byKind = new Map<SiteFindingKind, NewFinding[]>();
  readonly partial = new Set<SiteFindingKind>();

  add(finding: NewFinding): void {
    const list = this.#byKind.get(finding.kind) ?? [];
    this.#byKind.set(finding.kind, list);
    if (list.length < (finding.kind === 'dead-link' ? MAX_LINKS : MAX_OF_KIND)) list.push(finding);
    else this.partial.add(finding.kind);
  }

  /** In the order of the list. */
  all(): NewFinding[] {
    return FINDING_KINDS.flatMap((kind) => this.#byKind.get(kind) ?? []);
  }
}

const CLAIM = /\bvisitor\.claims\.([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?/g;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** Whether a condition asks for a claim that no visitor has, as the schema of the site leaves it out. */
export function asksForUnknownClaim(expression: string, schema: unknown): boolean {
  const known = propertiesOf(schema);
  return [...expression.replaceAll(QUOTED, "''").matchAll(CLAIM)].some(([, name = '', inner]) =>
    name === 'unsigned'
      ? inner !== undefined && !Object.hasOwn(propertiesOf(known['unsigned']), inner)
      : !Object.hasOwn(known, name),
  );
}

function propertiesOf(schema: unknown): Record<string, unknown> {
  const { properties }: { properties?: unknown } = Object(schema);
  return Object(properties);
}

/** A finding with all its columns. */
export const toRow = (
  finding: NewFinding,
  place: Pick<FindingRow, 'id' | 'site_id' | 'position'>,
): FindingRow => ({
  page_space_id: null,
  item_id: null,
  page_id: null,
  file_id: null,
  content_id: null,
  path: '',
  line: null,
  detail: '',
  url: null,
  ...finding,
  ...place,
});

/** What a list shows of a finding: its row, its space, and what the other site of a link answered. */
export interface ListedFinding extends FindingRow {
  space_title: string;
  space_emoji: string;
  problem: string | null;
}

export function toFindingView(row: ListedFinding) {
  const { id, space_id: spaceId, title, path, line, detail, problem } = row;
  const named = (namedId: string | null) => (namedId === null ? undefined : { id: namedId, title });
  const [file, reusableContent, item] = [row.file_id, row.content_id, row.item_id].map(named);
  return {
    object: 'site-finding' as const,
    id,
    kind: kindOf(row),
    space: { id: spaceId, title: row.space_title, emoji: row.space_emoji },
    ...(row.page_id !== null && {
      page: { id: row.page_id, title, path, spaceId: row.page_space_id ?? spaceId },
    }),
    ...(file && { file }),
    ...(reusableContent && { reusableContent }),
    ...(item && { item }),
    ...(line !== null && { line }),
    ...(detail !== '' && { detail }),
    ...(problem !== null && problem !== '' && { problem }),
  };
}

/** Kinds are stored by name. */
export function kindOf({ kind }: { kind: string }): SiteFindingKind {
  const known = FINDING_KINDS.find((name) => name === kind);
  if (known === undefined) throw new Error(`The finding ${kind} has no kind.`);
  return known;
}
