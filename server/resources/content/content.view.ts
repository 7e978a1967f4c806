import { documentIdOf, type StoredFileRef, type StoredPage } from '#server/content/storage.ts';
import { signUrl } from '#server/content/signed-url.ts';
import type { StoredRevision } from '#server/content/revisions.ts';
import { seedOf, specOf } from '#server/content/spec-sources.ts';
import type { File, Page, Revision } from '#api/generated/types.gen.ts';
import { appUrl, type ServiceSettings } from '#server/service-settings.ts';

/** Where content is shown in the console: a space, or one of its change requests. */
export interface ContentLocation {
  organizationId: string;
  spaceId: string;
  /** The number of the change request; absent for the space itself and for its earlier revisions. */
  changeRequest?: number | undefined;
  /** Where the space is published. */
  published?: string | undefined;
}

/** What a page view takes beside the page. */
export interface PageContext {
  location: ContentLocation;
  service: ServiceSettings;
  /** Version of each API specification by short name; undefined where computed pages are not to be built. */
  specVersions: ReadonlyMap<string, string> | undefined;
}

/** The console's address of a space or a change request, without a slash at the end. */
function locationUrl(
  { organizationId, spaceId, changeRequest }: ContentLocation,
  service: ServiceSettings,
): string {
  const space = appUrl(service, `/o/${organizationId}/spaces/${spaceId}`);
  return changeRequest === undefined ? space : `${space}/changes/${changeRequest}`;
}

/** A page without its text, with the pages below it. */
export function toPageView(page: StoredPage, context: PageContext): Page {
  const { href: _href, pages, ...fields } = page;
  const { location, service, specVersions } = context;
  const folder = location.changeRequest === undefined ? 'pages' : 'diff';
  const spec = specOf(page);
  const isComputed = spec !== undefined && specVersions !== undefined;
  return {
    ...fields,
    urls: { app: `${locationUrl(location, service)}/${folder}/${page.id}` },
    pages: pages.map((child) => toPageView(child, context)),
    ...(isComputed && { computedSeed: seedOf(page, specVersions.get(spec)) }),
  };
}

/** A page with its text written down; `built` is the part of it that comes from an API specification. */
export function withText(
  view: Page,
  written: { markdown: string } | { document: Page['document'] },
  computedText = '',
): Page {
  return { ...view, ...written, ...(computedText !== '' && { documentId: documentIdOf(computedText) }) };
}

/** A file with an address at which it can be fetched for an hour. */
export function toFileView(file: StoredFileRef, service: ServiceSettings, now: Date): File {
  const { id, name, contentType, size, width, height } = file;
  return {
    id,
    name,
    contentType,
    size,
    downloadURL: signUrl(service, `/files/${id}`, now),
    ...(width !== null && height !== null && { dimensions: { width, height } }),
  };
}

/** A revision with all its pages and files. */
export function toRevisionView(
  revision: StoredRevision,
  context: PageContext,
  { now, metadata }: { now: Date; metadata: boolean },
): Revision {
  const { location, service } = context;
  return {
    object: 'revision',
    id: revision.id,
    parents: revision.parents,
    pages: revision.pages.map((page) => toPageView(page, context)),
    files: revision.files.map((file) => toFileView(file, service, now)),
    reusableContents: revision.reusableContents.map(({ id, title, documentId }) => ({
      id,
      title,
      document: documentId,
    })),
    createdAt: revision.createdAt.toISOString(),
    ...(metadata && revision.git && { git: revision.git }),
    urls: {
      app: locationUrl(location, service),
      ...(location.published !== undefined && { published: location.published }),
    },
    type: revision.type,
  };
}
