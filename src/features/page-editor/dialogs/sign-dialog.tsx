import { EmojiDialog } from '#src/domain/emoji/emoji-dialog.tsx';
import { IconDialog } from '#src/domain/icons/icon-dialog.tsx';
import type { TextOperation } from '../text/text-edit.ts';
import { insertEmoji, insertIcon } from '../text/text-signs.ts';

interface SignDialogProps {
  kind: 'emoji' | 'icon';
  onClose: () => void;
  onEdit: (operation: TextOperation) => void;
}

/** Chooses an emoji or an icon for the text. */
export function SignDialog({ kind, onClose, onEdit }: SignDialogProps) {
  return kind === 'emoji' ? (
    <EmojiDialog onClose={onClose} onPick={(picked) => onEdit(insertEmoji(picked))} />
  ) : (
    <IconDialog selected="" onClose={onClose} onPick={(name) => onEdit(insertIcon(name))} />
  );
}
