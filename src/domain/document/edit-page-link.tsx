import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useShortcuts } from '#src/components/shortcuts/shortcuts.ts';
import { editLabel } from '#src/lib/shared-labels.ts';
import { Button, buttonStyle } from '#src/ui/button.tsx';

interface EditPageLinkProps {
  organizationId: string;
  spaceId: string;
  /** Id or number. */
  changeRequest: string;
  pageId: string;
  /** Why it can't be edited. */
  disabledReason?: string | undefined;
}

/** The anchor of the heading that the person is reading below; empty above the first one. */
function headingInView(): string {
  const headings = [...document.querySelectorAll('#main [data-level][id]')];
  const isReached = (heading: Element) => heading.getBoundingClientRect().top < window.innerHeight / 3;
  return headings.findLast(isReached)?.id ?? '';
}

/** Opens the editor of a page in a change request, at the heading in view; `w` does the same from anywhere in the text. */
export function EditPageLink({ disabledReason, ...params }: EditPageLinkProps) {
  const navigate = useNavigate();
  const target = {
    to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/content/$pageId/edit',
    params,
  } as const;
  const open = () => {
    const hash = headingInView();
    void navigate({ ...target, ...(hash && { hash }) });
  };
  useShortcuts(
    disabledReason === undefined ? [{ keys: 'w', label: 'Edit page', group: 'Editing', run: open }] : [],
  );
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
