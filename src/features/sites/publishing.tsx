import { useQueryClient } from '@tanstack/react-query';
import { Globe, GlobeLock } from 'lucide-react';
import { useOffers } from '#src/api/extensions.ts';
import { publishSiteMutation, unpublishSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { useApiMutation } from '#src/api/mutations.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { needs, unless } from '#src/components/permission/reasons.ts';
import { isServed } from '#src/components/published/is-served.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { Button } from '#src/ui/button.tsx';
import { visibilityOf } from './site-words.ts';

const publishQuestion = ({ title, visibility }: Site, served: boolean): Confirmation => ({
  title: `Publish “${title}”?`,
  body: served
    ? `Makes the site available at its URL. ${visibilityOf(visibility).meaning}`
    : 'Makes the site readable through the API. This server doesn’t serve published sites, so its URL opens no pages.',
  confirmLabel: 'Publish',
});

const unpublishQuestion = ({ title }: Site, served: boolean): Confirmation => ({
  title: `Unpublish “${title}”?`,
  body: served
    ? 'Visitors can no longer reach it. Nothing else changes.'
    : 'Only members of the organization can still read it through the API. Nothing else changes.',
  confirmLabel: 'Unpublish',
  tone: 'danger',
});

/** Publishes a site or takes it off the net, after a question that says for whom. */
export function PublishButton({ organization, site }: { organization: Organization; site: Site }) {
  const queryClient = useQueryClient();
  const path = { organizationId: organization.id, siteId: site.id };
  const policy = { refreshes: [{ operation: 'getSite' as const, path }, 'listSites' as const] };
  const { mutateAsync: publish } = useApiMutation(publishSiteMutation(), policy);
  const { mutateAsync: unpublish } = useApiMutation(unpublishSiteMutation(), policy);
  const offered = useOffers('publishSite');
  const disabledReason =
    unless(organization.permissions.createContent, needs.creator) ??
    (offered === false && 'This server can’t publish sites through its API.');

  const ask = async () => {
    const served = await isServed(queryClient, site);
    const on = { question: publishQuestion(site, served), send: () => publish({ path }) };
    const off = { question: unpublishQuestion(site, served), send: () => unpublish({ path }) };
    const [change, back] = site.published ? [off, on] : [on, off];
    if (!(await confirm({ ...change.question, action: change.send }))) return;
    recordUndoable({
      label: `${site.published ? 'Unpublished' : 'Published'} “${site.title}”`,
      undo: back.send,
      redo: change.send,
      asks: { undo: () => back.question, redo: () => change.question },
    });
  };

  return (
    <Button
      tone={site.published ? 'neutral' : 'primary'}
      icon={site.published ? <GlobeLock /> : <Globe />}
      disabledReason={disabledReason}
      onClick={() => void ask()}
    >
      {site.published ? 'Unpublish' : 'Publish'}
    </Button>
  );
}
