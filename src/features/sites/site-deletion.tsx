import { Trash2 } from 'lucide-react';
import { deleteSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { confirmDeletion } from '#src/components/confirm/confirm-deletion.ts';
import { isNotServedHere } from '#src/components/published/is-served.ts';
import { permissionReasons, reasonUnless } from '#src/components/permission/permission-reasons.ts';
import { formatCount } from '#src/lib/counts.ts';
import { Button } from '#src/ui/button.tsx';

/** The consequences of deleting a site, one sentence each. */
export function siteDeletionImpact(organization: Organization, site: Site): string[] {
  const impact = [
    'Its sections, groups, paths and conditions are deleted permanently.',
    site.siteSpaces > 0
      ? `Keeps its ${formatCount(site.siteSpaces, 'space')} with all pages.`
      : 'It has no spaces, so nothing else is affected.',
  ];
  if (site.published) {
    const loss = isNotServedHere(site.proxy?.target ?? site.urls.published ?? '')
      ? 'it can no longer be read through the API'
      : 'visitors can no longer reach it';
    impact.unshift(`It is published: ${loss}.`);
  }
  if (organization.defaultContent?.site === site.id) impact.push('It is the organization’s default content.');
  return impact;
}

interface DeleteSiteProps {
  organization: Organization;
  site: Site;
  onDeleted: () => void;
}

export function DeleteSite({ organization, site, onDeleted }: DeleteSiteProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { mutateAsync: remove } = useApiMutation(deleteSiteMutation(), { invalidates: ['listSites'] });

  const confirmAndDelete = async () => {
    const done = await confirmDeletion({
      kind: 'site',
      name: site.title,
      confirmLabel: 'Delete site',
      typeToConfirm: site.title,
      impact: () => Promise.resolve(siteDeletionImpact(organization, site)),
      action: () => remove({ path }),
    });
    if (done) onDeleted();
  };

  return (
    <section aria-labelledby="delete-site" className="rounded-lg border border-danger-line p-4">
      <h2 id="delete-site" className="font-medium">
        Delete site
      </h2>
      <p className="mt-0.5 mb-3 text-ink-soft text-pretty">
        Deletes the site with its structure. Its spaces stay.
      </p>
      <Button
        tone="danger"
        icon={<Trash2 />}
        disabledReason={reasonUnless(organization.permissions.admin, permissionReasons.administrator)}
        onClick={() => void confirmAndDelete()}
      >
        Delete site…
      </Button>
    </section>
  );
}
