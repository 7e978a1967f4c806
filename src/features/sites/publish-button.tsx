import { Globe, GlobeLock } from 'lucide-react';
import { publishSiteMutation, unpublishSiteMutation } from '#api/generated/@tanstack/react-query.gen.ts';
import type { Organization, Site } from '#api/generated/types.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { useApiMutation } from '#src/api/queries.ts';
import { confirm, type Confirmation } from '#src/components/confirm/confirm.ts';
import { recordUndoable } from '#src/components/undo/undo.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { Button } from '#src/ui/button.tsx';
import { visibilityOf } from './labels.ts';

const publishConfirmation = ({ title, visibility }: Site): Confirmation => ({
  title: `Publish “${title}”?`,
  body: `Makes the site available at its URL. ${visibilityOf(visibility).meaning}`,
  confirmLabel: 'Publish',
});

const unpublishConfirmation = ({ title }: Site): Confirmation => ({
  title: `Unpublish “${title}”?`,
  body: 'Visitors can no longer reach it. Nothing else changes.',
  confirmLabel: 'Unpublish',
  tone: 'danger',
});

/** Publishes or unpublishes a site, with confirmation. */
export function PublishButton({ organization, site }: { organization: Organization; site: Site }) {
  const path = { organizationId: organization.id, siteId: site.id };
  const policy = { invalidates: [{ operation: 'getSite' as const, path }, 'listSites' as const] };
  const { mutateAsync: publish } = useApiMutation(publishSiteMutation(), policy);
  const { mutateAsync: unpublish } = useApiMutation(unpublishSiteMutation(), policy);
  const isOffered = useSupports('publishSite');
  const disabledReason =
    reasonUnless(organization.permissions.createContent, permissionReasons.creator) ??
    (isOffered === false && 'This server can’t publish sites through its API.');

  const confirmAndSend = async () => {
    const publishChange = { question: publishConfirmation(site), send: () => publish({ path }) };
    const unpublishChange = { question: unpublishConfirmation(site), send: () => unpublish({ path }) };
    const [change, revert] = site.published
      ? [unpublishChange, publishChange]
      : [publishChange, unpublishChange];
    if (!(await confirm({ ...change.question, action: change.send }))) return;
    recordUndoable({
      label: `${site.published ? 'Unpublished' : 'Published'} “${site.title}”`,
      undo: revert.send,
      redo: change.send,
      confirmations: { undo: () => revert.question, redo: () => change.question },
    });
  };

  return (
    <Button
      tone={site.published ? 'neutral' : 'primary'}
      icon={site.published ? <GlobeLock /> : <Globe />}
      disabledReason={disabledReason}
      onClick={() => void confirmAndSend()}
    >
      {site.published ? 'Unpublish' : 'Publish'}
    </Button>
  );
}
