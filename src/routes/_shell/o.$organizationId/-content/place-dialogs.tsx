import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { moveItems, useContent } from '#src/features/content/content-changes.ts';
import { ContentMoveDialog } from '#src/features/content/content-move-dialog.tsx';
import { TransferForm } from '#src/features/content/transfer-form.tsx';

/** Which dialog, over the page of what. */
export interface PlaceDialogsProps {
  organizationId: string;
  kind: 'space' | 'collection';
  id: string;
  title: string;
  ask: 'move' | 'transfer';
  onClose: () => void;
}

/** The dialogs of the page of a space or collection that give it another place or another owner. */
export function PlaceDialogs({ organizationId, kind, id, title, ask, onClose }: PlaceDialogsProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { tree } = useContent(organizationId);
  if (ask === 'move') {
    return (
      <ContentMoveDialog
        tree={tree}
        ids={[id]}
        onMove={(target) => moveItems(queryClient, organizationId, tree, { ids: [id], target })}
        onClose={onClose}
      />
    );
  }
  return (
    <TransferForm
      organizationId={organizationId}
      kind={kind}
      id={id}
      title={title}
      onClose={(receiver) =>
        receiver === null
          ? onClose()
          : void navigate({ to: '/o/$organizationId/content', params: { organizationId }, replace: true })
      }
    />
  );
}
