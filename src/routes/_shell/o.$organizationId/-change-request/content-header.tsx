import { Link, linkOptions } from '@tanstack/react-router';
import { ArrowLeft, MoreHorizontal, Pencil } from 'lucide-react';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { Badge, type Tone } from '#src/ui/badge.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { MenuEntries } from '#src/ui/menu.ts';

interface ContentHeaderProps {
  params: { organizationId: string; spaceId: string; changeRequest: string; contentId: string };
  title: string;
  /** What the change request did to it. */
  label: { name: string; tone: Tone } | undefined;
  isEditable: boolean;
  disabledReason: string | undefined;
  menu: MenuEntries | null | undefined;
}

/** The title of a reusable content, what was changed, and what can be done. */
export function ContentHeader({
  params,
  title,
  label,
  isEditable,
  disabledReason,
  menu,
}: ContentHeaderProps) {
  return (
    <>
      <p className="mb-2">
        <Link
          to="/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable"
          params={params}
          className="link inline-flex items-center gap-1"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Reusable content
        </Link>
      </p>
      <header className="mb-4 flex flex-wrap items-center gap-2">
        <h2 dir="auto" className="min-w-0 text-lg font-semibold wrap-anywhere">
          {title}
        </h2>
        {label && <Badge tone={label.tone}>{label.name}</Badge>}
        <span className="flex-1" />
        {isEditable && (
          <LinkButton
            link={linkOptions({
              to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/reusable/$contentId/edit',
              params,
            })}
            icon={<Pencil />}
            disabledReason={disabledReason}
          >
            Edit
          </LinkButton>
        )}
        {menu && (
          <MenuIconButton label={`Actions for ${title}`} entries={() => menu}>
            <MoreHorizontal />
          </MenuIconButton>
        )}
      </header>
    </>
  );
}
