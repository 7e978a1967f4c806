import { useNavigate } from '@tanstack/react-router';
import { TextSearch, Upload } from 'lucide-react';
import type { ChangeRequest } from '#api/generated/types.gen.ts';
import { type DenialReasons, isUnfinished, noEditingReason } from '#src/features/change-requests/labels.ts';
import type { MenuEntry } from '#src/ui/menu.ts';

/** Menu entries that change the content of a change request. */
export function useContentEntries(
  params: { organizationId: string; spaceId: string; changeRequest: string },
  changeRequest: ChangeRequest,
  { edit: disabledReason, write }: DenialReasons,
  onReplace: () => void,
): readonly MenuEntry[] {
  const navigate = useNavigate();
  const replace: MenuEntry = {
    label: 'Find and replace…',
    icon: <TextSearch />,
    disabledReason,
    onSelect: onReplace,
  };
  if (!isUnfinished(changeRequest)) return [];
  return [
    ...(write === noEditingReason ? [] : [replace]),
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
