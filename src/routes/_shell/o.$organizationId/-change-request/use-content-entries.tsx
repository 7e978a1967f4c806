import { useNavigate } from '@tanstack/react-router';
import { TextSearch, Upload } from 'lucide-react';
import { useSupports } from '#src/api/extensions.ts';
import type { DenialReasons } from '#src/features/change-requests/labels.ts';
import type { MenuEntry } from '#src/ui/menu.ts';

/** Menu entries that change the content of a change request. */
export function useContentEntries(
  params: { organizationId: string; spaceId: string; changeRequest: string },
  { edit: disabledReason }: DenialReasons,
  onReplace: () => void,
): readonly MenuEntry[] {
  const navigate = useNavigate();
  const canReplace = useSupports('editChangeRequestContent') === true;
  const replace: MenuEntry = {
    label: 'Find and replace…',
    icon: <TextSearch />,
    disabledReason,
    onSelect: onReplace,
  };
  return [
    ...(canReplace ? [replace] : []),
    {
      label: 'Import into this change request…',
      icon: <Upload />,
      disabledReason,
      onSelect: () =>
        void navigate({
          to: '/o/$organizationId/spaces/$spaceId/changes/$changeRequest/import',
          params,
        }),
    },
  ];
}
