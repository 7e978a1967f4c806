import { useQueryClient } from '@tanstack/react-query';
import { Globe, GlobeLock } from 'lucide-react';
import {
  getSitePublishingCheckOptions,
  getSiteStructureOptions,
  listBrokenLinksOptions,
  publishSiteMutation,
  unpublishSiteMutation,
} from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { ifOffered, useOptionalMutation } from '#src/api/optional-requests.ts';
import { fetchFresh, useApiMutation } from '#src/api/queries.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { openTab } from '#src/domain/published/open-tab.ts';
import { Button } from '#src/ui/button.tsx';
import { futureAddress } from './address.ts';
import { visibilityOf } from './labels.ts';
import { describePublication } from './publish-impact.ts';

function publishConfirmation(organization: Organization, site: Site): Confirmation {
  const { title, visibility, hostname } = site;
  // A hostname may not be verified yet: this address leads to it afterwards.
  const address = futureAddress(organization, site);
  return {
    title: `Publish “${title}”?`,
    body: (
      <>
        <p>
          Makes the site available at{' '}
          {address === undefined ? (
            'its URL'
          ) : (
            <span className="font-mono text-ink wrap-anywhere">{address}</span>
          )}
          {visibility === 'share-link' && address !== undefined && ', followed by a secret key'}
          {hostname !== undefined && `, and at ${hostname} once that is proven`}.
        </p>
        <p>Visible to: {visibilityOf(visibility).meaning}</p>
      </>
    ),
    confirmLabel: 'Publish',
  };
}

const unpublishConfirmation = ({ title }: Site): Confirmation => ({
  title: `Unpublish “${title}”?`,
  body: 'Visitors can no longer reach it. Nothing else changes.',
  confirmLabel: 'Unpublish',
  tone: 'danger',
});

const openSite = (url: string) => ({
  label: 'Open site',
  run: () => void openTab(() => Promise.resolve(url)),
});

/** Publishes or unpublishes a site, with confirmation. */
export function PublishButton({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const policy = { invalidates: [{ operation: 'getSite' as const, path }, 'listSites' as const] };
  const { mutateAsync: publish, isOffered } = useOptionalMutation(
    'publishSite',
    publishSiteMutation(),
    policy,
  );
  const { mutateAsync: unpublish } = useApiMutation(unpublishSiteMutation(), policy);
  const queryClient = useQueryClient();
  const disabledReason =
    reasonUnless(organization.permissions.createContent, permissionReasons.creator) ??
    (isOffered === false && 'This server can’t publish sites through its API.');

  const confirmAndSend = async () => {
    const send = () => publish({ path });
    const impact = async () => {
      const { organizationId } = path;
      const [structure, links, check] = await Promise.all([
        fetchFresh(queryClient, getSiteStructureOptions({ path })),
        ifOffered(
          fetchFresh(
            queryClient,
            listBrokenLinksOptions({ path: { organizationId }, query: { limit: 200 } }),
          ),
        ),
        ifOffered(fetchFresh(queryClient, getSitePublishingCheckOptions({ path }))),
      ]);
      return describePublication(structure, site.adaptiveContent?.enabled ?? false, {
        ...(links && { brokenLinks: links.items }),
        ...(check && { check }),
      });
    };
    const publishChange = { question: { ...publishConfirmation(organization, site), impact }, send };
    const unpublishChange = { question: unpublishConfirmation(site), send: () => unpublish({ path }) };
    const [change, revert] = site.published
      ? [unpublishChange, publishChange]
      : [publishChange, unpublishChange];
    let url: string | undefined;
    const action = async () => {
      url = (await change.send()).urls.published;
    };
    if (!(await confirm({ ...change.question, action }))) return;
    recordUndoable({
      label: `${site.published ? 'Unpublished' : 'Published'} “${site.title}”`,
      undo: revert.send,
      redo: change.send,
      confirmations: { undo: () => revert.question, redo: () => change.question },
      ...(url !== undefined && !site.published && { open: openSite(url) }),
    });
  };

  return (
    <Button
      tone={site.published ? 'neutral' : 'primary'}
      data-kind={site.published ? 'destructive' : 'edit'}
      icon={site.published ? <GlobeLock /> : <Globe />}
      disabledReason={disabledReason}
      onClick={() => void confirmAndSend()}
    >
      {site.published ? 'Unpublish' : 'Publish'}
    </Button>
  );
}
