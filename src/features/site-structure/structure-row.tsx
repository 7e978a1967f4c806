import { Eye, EyeOff, FileText, Folder, LayoutPanelLeft } from 'lucide-react';
import { use } from 'react';
import { RowMenuButton, RowTitle } from '#src/components/tree/tree-row-elements.tsx';
import type { RowContentProps } from '#src/components/tree/tree-row.tsx';
import { formatCount } from '#src/lib/counts.ts';
import { Badge } from '#src/ui/badge.tsx';
import { ConditionContext } from './condition-checks.ts';
import type { StructureNode } from './structure.ts';
import { kindLabel } from './labels.ts';

/** How an item is spoken: its title, its kind, and what is special about it. @param areApplied whether conditions are */
export function spokenLabel(node: StructureNode, areApplied: boolean): string {
  const facts = [node.title, kindLabel(node.kind)];
  if (node.kind !== 'group') {
    if (node.isDefault) facts.push('default');
    if (node.condition !== null) facts.push(areApplied ? 'conditional' : 'condition ignored');
  }
  return facts.join(', ');
}

/** One item in the tree: what it is called, where it is published, and what is special about it. */
export function StructureRow({ item, childCount }: RowContentProps<StructureNode>) {
  return (
    <>
      <KindIcon item={item} />
      <RowTitle item={item} limit={item.kind === 'group' ? 100 : 128} isStrong={item.kind === 'group'} />
      <Facts item={item} holds={childCount} />
      <RowMenuButton title={item.title} />
    </>
  );
}

function KindIcon({ item }: { item: StructureNode }) {
  const style = 'mr-2 ml-0.5 size-4 shrink-0 text-ink-soft';
  if (item.kind === 'group') return <Folder aria-hidden="true" className={style} />;
  if (item.kind === 'section') return <LayoutPanelLeft aria-hidden="true" className={style} />;
  return (
    <span aria-hidden="true" className="mr-2 ml-0.5 grid size-4 shrink-0 place-items-center text-sm">
      {item.emoji || <FileText className="size-4 text-ink-soft" />}
    </span>
  );
}

function Facts({ item, holds }: { item: StructureNode; holds: number }) {
  if (item.kind === 'group') {
    return (
      <span className="ml-3 flex-1 truncate text-xs text-ink-soft max-sm:invisible">
        {formatCount(holds, 'section')}
      </span>
    );
  }
  return (
    <>
      <span className="ml-3 flex-1 truncate font-mono text-xs text-ink-soft max-md:invisible">
        {item.path && `/${item.path}`}
      </span>
      <span className="flex shrink-0 items-center gap-2 pl-2">
        {item.kind === 'section' && holds > 1 && (
          <span className="text-xs whitespace-nowrap text-ink-soft max-sm:hidden">
            {formatCount(holds, 'site space')}
          </span>
        )}
        {item.condition !== null && <ConditionBadge condition={item.condition} />}
        {item.isDefault && <Badge tip={`Visitors see this ${kindLabel(item.kind)} first`}>Default</Badge>}
      </span>
    </>
  );
}

function ConditionBadge({ condition }: { condition: string }) {
  const { areApplied } = use(ConditionContext);
  if (!areApplied)
    return (
      <Badge tone="warning" tip={`Adaptive content is off, so everyone sees this. Condition: ${condition}`}>
        <EyeOff aria-hidden="true" className="size-3" />
        <span className="max-sm:sr-only">Condition ignored</span>
      </Badge>
    );
  return (
    <Badge tone="info" tip={`Shown when ${condition}`}>
      <Eye aria-hidden="true" className="size-3" />
      <span className="max-sm:sr-only">Conditional</span>
    </Badge>
  );
}
