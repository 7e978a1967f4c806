import { Ellipsis, Trash2 } from 'lucide-react';
import { MenuIconButton } from '#src/ui/menu-button.tsx';

interface DeleteMenuProps {
  /** Why it can't be deleted, as a sentence. */
  disabledReason?: string | undefined;
  /** Asks, then deletes. */
  onDelete: () => void;
}

/** The menu "…" of a bar whose only further action is to delete what the screen shows. */
export function DeleteMenu({ disabledReason, onDelete }: DeleteMenuProps) {
  return (
    <MenuIconButton
      label="More actions"
      align="end"
      entries={() => [
        { label: 'Delete…', icon: <Trash2 />, tone: 'danger', disabledReason, onSelect: onDelete },
      ]}
    >
      <Ellipsis />
    </MenuIconButton>
  );
}
