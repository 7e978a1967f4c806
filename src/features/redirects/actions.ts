import { deleteSiteRedirectMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import { listSiteRedirects } from '#api/generated/sdk.gen.ts';
import type { Site, SiteRedirect } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { exportList } from '#src/components/bulk/export-list.ts';
import { confirmDeletion } from '#src/components/confirm/confirm.ts';
import type { SitePath } from './queries.ts';
import { columnHeadings } from './redirect-file.ts';

/** Deletes a redirect after a confirmation; the function resolves to whether it was deleted. */
export function useDeleteRedirect(path: SitePath): (redirect: SiteRedirect) => Promise<boolean> {
  const { mutateAsync } = useApiMutation(deleteSiteRedirectMutation(), {
    invalidates: [{ operation: 'listSiteRedirects', path: { ...path } }],
  });
  return ({ id, source, target }) =>
    confirmDeletion({
      kind: 'redirect',
      name: source,
      confirmLabel: 'Delete redirect',
      impact: () => Promise.resolve([`Visitors of ${source} no longer get to ${target}.`]),
      action: () => mutateAsync({ path: { ...path, redirectId: id } }),
    });
}

/** Exports all redirects of a site, in the form that an import reads. */
export function exportRedirects(path: SitePath, { title }: Pick<Site, 'title'>): void {
  exportList<SiteRedirect>({
    title: `Redirects of ${title}`,
    noun: 'redirect',
    fetchPage: async (query, signal) =>
      (await listSiteRedirects({ path: { ...path }, query, signal, throwOnError: true })).data,
    headings: columnHeadings,
    toRows: (all) =>
      all.map(({ source, target, appendRest, status }) => [
        source,
        target,
        appendRest ? 'yes' : 'no',
        status,
      ]),
  });
}
