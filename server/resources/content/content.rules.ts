import type { Page, Revision } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/base/service-settings.ts';
import { toFileView } from '#server/content/pages/file-view.ts';
import { documentIdOf, type StoredPage } from '#server/content/pages/storage.ts';
import { specOf } from '#server/content/specifications/reference-pages.ts';
import { seedOf } from '#server/content/stored/references/spec-page.ts';
import type { StoredRevision } from '#server/content/stored/revisions.ts';
import type { FindInBranch } from '#server/git-sync/pushed-files.ts';
import { withGit } from './repository-places.ts';

/** A space in the console, or one of its change requests. */
export interface ContentLocation {
  organizationId: string;
  spaceId: string;
  /** Number; absent for the space itself and its earlier revisions. */
  changeRequest?: number | undefined;
  /** Published URL. */
  published?: string | undefined;
}

/** Input of a page view besides the page. */
export interface PageContext {
  location: ContentLocation;
  service: ServiceSettings;
  /** Version of each API specification by slug; undefined where computed pages are not requested. */
  specVersions: ReadonlyMap<string, string> | undefined;
  /** Whether the files of a repository are named; true by default. */
  metadata?: boolean | undefined;
  /** Where a repository has an item now; what the item says itself by default. */
  gitOf?: FindInBranch | undefined;
}

const ownGit: FindInBranch = ({ git }) => git;

/** Console URL of the space or change request, without trailing slash. */
function locationUrl(
  { organizationId, spaceId, changeRequest }: ContentLocation,
  service: ServiceSettings,
): string {
  const space = appUrl(service, `/o/${organizationId}/spaces/${spaceId}`);
  return changeRequest === undefined ? space : `${space}/changes/${changeRequest}`;
}

/** Without the text, with subpages. */
export function toPageView(page: StoredPage, context: PageContext): Page {
  const { pages, git: _git, source: _source, reference: _reference, ...fields } = page;
  const { location, service, specVersions, metadata = true, gitOf = ownGit } = context;
  const git = metadata ? gitOf(page) : undefined;
  const folder = location.changeRequest === undefined ? 'pages' : 'diff';
  const spec = specOf(page);
  const isComputed = spec !== undefined && specVersions !== undefined;
  return {
    ...fields,
    ...(git && { git }),
    urls: { app: `${locationUrl(location, service)}/${folder}/${page.id}` },
    pages: pages.map((child) => toPageView(child, context)),
    ...(isComputed && { computedSeed: seedOf(page, specVersions.get(spec)) }),
  };
}

/** Adds the text; `computedText` is the part generated from an API specification. */
export function withText(
  view: Page,
  written: { markdown: string } | { document: Page['document'] },
  computedText = '',
): Page {
  return { ...view, ...written, ...(computedText !== '' && { documentId: documentIdOf(computedText) }) };
}

export function toRevisionView(
  revision: StoredRevision,
  context: PageContext,
  { now, metadata }: { now: Date; metadata: boolean },
): Revision {
  const { location, service, gitOf = ownGit } = context;
  return {
    object: 'revision',
    id: revision.id,
    parents: revision.parents,
    pages: revision.pages.map((page) => toPageView(page, context)),
    files: revision.files.map((file) => toFileView(withGit(file, gitOf), service, now, metadata)),
    reusableContents: revision.reusableContents.map((content) => {
      const { id, title, documentId, git } = withGit(content, gitOf);
      return { id, title, document: documentId, ...(metadata && git && { git }) };
    }),
    ...(revision.book?.vars && { vars: revision.book.vars }),
    createdAt: revision.createdAt.toISOString(),
    ...(metadata && revision.git && { git: revision.git }),
    urls: {
      app: locationUrl(location, service),
      ...(location.published !== undefined && { published: location.published }),
    },
    type: revision.type,
  };
}
