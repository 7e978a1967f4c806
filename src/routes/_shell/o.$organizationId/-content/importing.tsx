import { linkOptions, useNavigate } from '@tanstack/react-router';
import { FolderInput } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '#src/components/layout/link-button.tsx';
import { useHasImports } from '#src/features/imports/capabilities.ts';
import { ImportDrop } from '#src/features/imports/import-drop.tsx';
import type { MenuEntry } from '#src/ui/menu.ts';

interface ImportPlace {
  organizationId: string;
  /** The collection that gets the new spaces; the top level without one. */
  parent?: string;
  /** Why nothing can be added there. */
  disabledReason: string | undefined;
}

const newImportAt = ({ organizationId, parent }: ImportPlace) =>
  linkOptions({ to: '/o/$organizationId/imports/new', params: { organizationId }, search: { parent } });

/** The button of the import screen; nothing where the server has no imports. */
export function ImportButton(place: ImportPlace) {
  if (!useHasImports()) return null;
  return (
    <LinkButton link={newImportAt(place)} disabledReason={place.disabledReason} icon={<FolderInput />}>
      Import
    </LinkButton>
  );
}

/** The menu entries of the same. */
export function useImportEntries(place: ImportPlace): MenuEntry[] {
  const navigate = useNavigate();
  if (!useHasImports()) return [];
  return [
    {
      label: 'Import…',
      icon: <FolderInput />,
      disabledReason: place.disabledReason,
      onSelect: () => void navigate(newImportAt(place)),
    },
  ];
}

/** Opens the import screen with files that are dropped on what is in it. */
export function ImportDropArea({ children, ...place }: ImportPlace & { children: ReactNode }) {
  const navigate = useNavigate();
  const where = place.parent === undefined ? 'new spaces' : 'new spaces of this collection';
  return (
    <ImportDrop
      hint={`Drop a folder, an archive or files to import them as ${where}.`}
      disabledReason={place.disabledReason}
      onDrop={() => void navigate(newImportAt(place))}
    >
      {children}
    </ImportDrop>
  );
}
