import { MoveDialog } from '#src/components/tree-editor/move-dialog.tsx';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import type { SelectOption } from '#src/ui/form/select.tsx';
import type { Editing } from '../editing.ts';
import { HealthDialog } from '../health/health-dialog.tsx';
import { HistoryDialog } from '../history/history-dialog.tsx';
import { kindLabel } from '../labels.ts';
import { checkMoves } from '../move-rules.ts';
import { siteMovePolicy } from '../structure-policy.ts';
import { isFlat, type SiteStructure } from '../structure.ts';
import { TextDialog } from '../text/text-dialog.tsx';
import { AddSpacesDialog } from './add-spaces-dialog.tsx';
import { ConditionDialog } from './condition-dialog.tsx';
import { IconDialog, LanguageDialog } from './field-dialogs.tsx';
import { GroupDialog } from './group-dialog.tsx';

/** The possible containers in published order, each with the reason if it denies the items. */
function containersFor(structure: SiteStructure, ids: readonly string[]): SelectOption<string>[] {
  const kinds = new Set(ids.map((id) => structure.nodes.get(id)?.kind));
  const parentKind = kinds.has('site-space')
    ? 'section'
    : kinds.has('section') && !kinds.has('group')
      ? 'group'
      : null;
  const options: SelectOption<string>[] = [];
  if (parentKind !== 'section' || isFlat(structure)) options.push({ value: TOP, label: 'Top level' });
  const visit = (parent: string, prefix: string) => {
    for (const id of childrenOf(structure, parent)) {
      const node = structure.nodes.get(id);
      if (!node) continue;
      const label = `${prefix}${node.title}`;
      if (node.kind === parentKind) options.push({ value: id, label, disabled: !takes(structure, ids, id) });
      if (node.kind === 'group') visit(id, `${label} › `);
    }
  };
  if (parentKind !== null) visit(TOP, '');
  return options;
}

function takes(structure: SiteStructure, ids: readonly string[], parent: string): boolean {
  return checkMoves(structure, ids, { into: parent }) === null;
}

/** Selects the exact position of groups, sections and site spaces. */
function StructureMoveDialog({ editing, ids }: { editing: Editing; ids: readonly string[] }) {
  const { tree: structure, setDialog } = editing;
  return (
    <MoveDialog
      tree={structure}
      ids={ids}
      moves={siteMovePolicy}
      containers={containersFor(structure, ids)}
      nameOf={(id) => {
        const node = structure.nodes.get(id);
        return node ? `${kindLabel(node.kind)} “${node.title}”` : id;
      }}
      onMove={(target) => editing.moveTo(ids, target)}
      onClose={() => setDialog(null)}
    />
  );
}

/** The open dialog of the editor. */
export function EditorDialogs({ editing }: { editing: Editing }) {
  const { dialog } = editing;
  switch (dialog?.type) {
    case 'move':
      return <StructureMoveDialog editing={editing} ids={dialog.ids} />;
    case 'group':
      return <GroupDialog editing={editing} sections={dialog.sections} />;
    case 'condition':
      return <ConditionDialog editing={editing} ids={dialog.ids} declined={dialog.declined} />;
    case 'health':
      return <HealthDialog editing={editing} />;
    case 'history':
      return <HistoryDialog editing={editing} />;
    case 'text':
      return <TextDialog editing={editing} />;
    case 'icon':
      return <IconDialog editing={editing} ids={dialog.ids} />;
    case 'language':
      return <LanguageDialog editing={editing} ids={dialog.ids} />;
    case 'spaces':
      return <AddSpacesDialog editing={editing} as={dialog.as} parent={dialog.parent} />;
    default:
      return null;
  }
}
