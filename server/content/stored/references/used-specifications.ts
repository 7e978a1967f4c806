import type { Kysely } from 'kysely';
import type { Database } from '#server/database/tables/schema.ts';
import { findUses, keyOfUse, type UsesAsMarkdown } from '../../documents/plain-markdown.ts';
import type { ReferencePart } from '../../pages/reference-part.ts';
import type { StoredPage } from '../../pages/storage.ts';
import { referenceLabels, type ReferenceLabels } from '../../reference/reference-labels.ts';
import { partOfUse, specOf, withPartAddresses } from '../../specifications/reference-pages.ts';
import { runTask, TaskLimitError } from '../../tasks/run-task.ts';
import { findNamedVersions } from './linked-specifications.ts';
import { loadOutlines, loadSpecDocuments } from './spec-page.ts';

/** Further operations and schemas that a text shows are their names only. */
const MAX_USES = 200;

interface UseOptions {
  organizationId: string;
  /** The pages of the space, which links lead to where a reference is among them. */
  pages: Iterable<StoredPage>;
  labels?: ReferenceLabels;
}

/** What the blocks of texts show of API specifications, as visitors get it. What is not there is missing. */
export async function loadUses(
  db: Kysely<Database>,
  markdowns: readonly string[],
  { organizationId, pages, labels = referenceLabels }: UseOptions,
): Promise<UsesAsMarkdown> {
  const uses = markdowns.flatMap((markdown) => findUses(markdown).slice(0, MAX_USES));
  const written = new Map<string, string>();
  if (uses.length === 0) return written;
  const roots = [...pages].filter(({ id, reference }) => reference?.root === id);
  const slugs = roots.flatMap((root) => specOf(root) ?? []);
  const names = new Set([...uses.map(({ spec }) => spec), ...slugs]);
  const versions = await findNamedVersions(db, organizationId, [...names]);
  const outlines = await loadOutlines(db, organizationId, versions);
  const parts = new Map<string, Map<string, ReferencePart>>();
  for (const use of uses) {
    const outline = outlines.get(use.spec);
    const part = outline && partOfUse(outline, use);
    if (part) parts.set(use.spec, (parts.get(use.spec) ?? new Map()).set(keyOfUse(use), part));
  }
  for (const [spec, partsByUse] of parts) {
    const versionId = versions.get(spec) ?? '';
    const root = roots.find((page) => versions.get(specOf(page) ?? '') === versionId);
    const some = [...partsByUse.values()];
    const texts = await writeParts(db, { organizationId, versionId, labels, parts: some });
    for (const [key, part] of partsByUse) {
      const text = texts[part.key];
      if (text !== undefined) written.set(key, withPartAddresses(root, text));
    }
  }
  return written;
}

/** None where it takes too long. */
async function writeParts(
  db: Kysely<Database>,
  {
    organizationId,
    versionId,
    labels,
    parts,
  }: { organizationId: string; versionId: string; labels: ReferenceLabels; parts: ReferencePart[] },
): Promise<Record<string, string>> {
  const specification = (await loadSpecDocuments(db, versionId)) ?? '{}';
  try {
    return await runTask('writeParts', { specification, labels, parts }, { organizationId });
  } catch (error) {
    if (!(error instanceof TaskLimitError)) throw error;
    return {};
  }
}
