import { ArrowDown, ArrowUp, CornerDownRight, MoreHorizontal, Star } from 'lucide-react';
import { OpenPublished } from '#src/components/published/open-published.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { makeDefault } from './changes/default.ts';
import type { Editing } from './editing.ts';
import { FactsForm } from './facts-form.tsx';
import { itemMenu, movingEntries } from './structure-menu.tsx';
import type { StructureNode } from './structure.ts';
import { kindLabel } from './labels.ts';

const moveIcons = [<ArrowUp key="up" />, <ArrowDown key="down" />, <CornerDownRight key="to" />];

/** Where an item is, what can be done with it, and its facts to change. */
export function ItemPanel({ editing, node }: { editing: Editing; node: StructureNode }) {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Where editing={editing} node={node} />
      <div className="flex items-center gap-1">
        {movingEntries(editing, [node.id]).map(({ label, disabledReason, onSelect }, index) => (
          <IconButton
            key={label}
            tone="neutral"
            label={label}
            disabledReason={disabledReason}
            onClick={onSelect}
          >
            {moveIcons[index]}
          </IconButton>
        ))}
        <span className="flex-1" />
        <MenuIconButton
          label={`More actions for ${node.title}`}
          align="end"
          entries={() => itemMenu(editing, node, 'panel')}
        >
          <MoreHorizontal />
        </MenuIconButton>
      </div>
      {node.kind !== 'group' && <DefaultLine editing={editing} node={node} />}
      <FactsForm editing={editing} node={node} />
      {node.kind !== 'group' && node.publishedUrl !== null && (
        <OpenPublished url={node.publishedUrl} label="Open published page" />
      )}
    </div>
  );
}

/** What holds the item and what it holds, each a way there. */
function Where({ editing, node }: { editing: Editing; node: StructureNode }) {
  const { tree: structure, open } = editing;
  const parent = structure.parents.get(node.id) ?? TOP;
  const holder = structure.nodes.get(parent);
  const siblings = childrenOf(structure, parent);
  const holds = childrenOf(structure, node.id).length;
  return (
    <p className="text-ink-soft">
      {siblings.indexOf(node.id) + 1} of {siblings.length}{' '}
      {holder ? (
        <>
          in the {kindLabel(holder.kind)}{' '}
          <button type="button" className="link" onClick={() => open(holder.id)}>
            {holder.title}
          </button>
        </>
      ) : (
        'at the top level'
      )}
      {node.kind === 'group' && <>, with {formatCount(holds, 'section')}</>}
      {node.kind === 'section' && <>, with {formatCount(holds, 'site space')}</>}
      {node.kind === 'site-space' && <>. Uses the title of its space.</>}
    </p>
  );
}

function DefaultLine({
  editing,
  node,
}: {
  editing: Editing;
  node: Exclude<StructureNode, { kind: 'group' }>;
}) {
  const what = kindLabel(node.kind);
  const where =
    node.kind === 'section' || editing.tree.parents.get(node.id) === TOP ? 'on this site' : 'in its section';
  if (node.isDefault) {
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <Badge tone="accent">Default</Badge> Visitors see it first {where}.
      </p>
    );
  }
  return (
    <Button
      className="self-start"
      icon={<Star />}
      disabledReason={editing.readOnly}
      onClick={() => editing.act(makeDefault(editing.tree, node.id))}
    >
      Set as default {what}
    </Button>
  );
}
