import { MoveDialog } from '#src/components/tree-editor/move-dialog.tsx';
import type { DropTarget } from '#src/lib/ordered-tree.ts';
import { contentMovePolicy } from './content-policy.ts';
import { parentOptions, type ContentTree, contentMoves } from './content-tree.ts';

interface ContentMoveDialogProps {
  tree: ContentTree;
  ids: readonly string[];
  onMove: (target: DropTarget) => void;
  onClose: () => void;
}

/** Chooses the exact position of items without dragging. */
export function ContentMoveDialog(props: ContentMoveDialogProps) {
  const { tree, ids } = props;
  return (
    <MoveDialog
      {...props}
      moves={contentMovePolicy}
      containers={parentOptions(
        tree,
        (parent) => contentMoves.checkMoves(tree, ids, { into: parent }) === null,
      )}
      nameOf={(id) => {
        const item = tree.nodes.get(id);
        return item ? `the ${item.kind} “${item.title}”` : id;
      }}
    />
  );
}
