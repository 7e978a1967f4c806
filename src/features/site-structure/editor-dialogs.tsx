import { AddSectionDialog, AddSiteSpaceDialog, GroupDialog } from './add-dialogs.tsx';
import type { Editing } from './editing.ts';
import { StructureMoveDialog } from './move-dialog.tsx';

/** The dialog that is open over the editor, if any. */
export function EditorDialogs({ editing }: { editing: Editing }) {
  const { dialog } = editing;
  switch (dialog?.type) {
    case 'move':
      return <StructureMoveDialog editing={editing} ids={dialog.ids} />;
    case 'group':
      return <GroupDialog editing={editing} sections={dialog.sections} />;
    case 'section':
      return <AddSectionDialog editing={editing} parent={dialog.parent} />;
    case 'site-space':
      return <AddSiteSpaceDialog editing={editing} parent={dialog.parent} />;
    default:
      return null;
  }
}
