import { useNavigate } from '@tanstack/react-router';
import { ContentMoveDialog } from '#src/features/content/content-move-dialog.tsx';
import { useContent } from '#src/features/content/content-policy.ts';
import { TransferForm } from '#src/features/content/transfer-form.tsx';

export interface ContentDialogsProps {
  organizationId: string;
  kind: 'space' | 'collection';
  id: string;
  title: string;
  dialog: 'move' | 'transfer';
  onClose: () => void;
}

/** The move and transfer dialogs of a space or collection. */
export function ContentDialogs({ organizationId, kind, id, title, dialog, onClose }: ContentDialogsProps) {
  const navigate = useNavigate();
  const { tree, move } = useContent(organizationId);
  if (dialog === 'move') {
    return (
      <ContentMoveDialog tree={tree} ids={[id]} onMove={(target) => move(id, target)} onClose={onClose} />
    );
  }
  return (
    <TransferForm
      organizationId={organizationId}
      kind={kind}
      id={id}
      title={title}
      onClose={(targetId) =>
        targetId === null
          ? onClose()
          : void navigate({ to: '/o/$organizationId/content', params: { organizationId }, replace: true })
      }
    />
  );
}
