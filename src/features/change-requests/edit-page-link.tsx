import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { ChangeRequest, Space } from '#api/generated/types.gen.ts';
import { useSupports } from '#src/api/extensions.ts';
import { currentUser } from '#src/api/session/session.ts';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { editLabel } from '#src/lib/shared-labels.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';
import { denialReasonsOf } from './labels.ts';

interface EditPageLinkProps {
  /** `changeRequest`: id or number. */
  params: { organizationId: string; spaceId: string; changeRequest: string; pageId: string };
  space: Space;
  changeRequest: ChangeRequest;
}

/** The anchor of the heading that the person is reading below; empty above the first one. */
function headingInView(): string {
  const headings = [...document.querySelectorAll('#main [data-level][id]')];
  const isReached = (heading: Element) => heading.getBoundingClientRect().top < window.innerHeight / 3;
  return headings.findLast(isReached)?.id ?? '';
}

/** Opens the editor of a page in a change request, at the heading in view; `w` does the same from anywhere in the text. */
export function EditPageLink({ params, space, changeRequest }: EditPageLinkProps) {
  const navigate = useNavigate();
  const isSupported = useSupports('editChangeRequestContent') !== false;
  const disabledReason = denialReasonsOf(changeRequest, space.permissions, currentUser()?.id).edit;
  const target = {
    to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
    params,
  } as const;
  const open = () => {
    const hash = headingInView();
    void navigate({ ...target, ...(hash && { hash }) });
  };
  useShortcuts(
    isSupported && disabledReason === undefined
      ? [{ keys: 'w', label: 'Edit page', group: 'Editing', run: open }]
      : [],
  );
  if (!isSupported) return null;
  if (disabledReason !== undefined) {
    return (
      <Button size="small" icon={<Pencil />} disabledReason={disabledReason}>
        {editLabel}
      </Button>
    );
  }
  const followLink = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
  return (
    <Link {...target} className={buttonStyle('neutral', 'small')} onClick={followLink}>
      <Pencil />
      {editLabel}
    </Link>
  );
}
