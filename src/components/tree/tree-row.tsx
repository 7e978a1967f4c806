import { ChevronRight, GripVertical } from 'lucide-react';
import { memo, type ComponentType } from 'react';
import { classNames } from '#src/lib/class-names.ts';

export interface RowContentProps<Item> {
  item: Item;
  /** Number of direct children. */
  childCount: number;
  isActive: boolean;
}

interface TreeRowProps<Item> {
  domId: string;
  id: string;
  item: Item;
  label: string;
  level: number;
  position: number;
  siblingCount: number;
  childCount: number;
  isContainer: boolean;
  isOpen: boolean;
  isActive: boolean;
  isSelected: boolean;
  isLifted: boolean;
  canDrag: boolean;
  top: number;
  height: number;
  indent: number;
  Content: ComponentType<RowContentProps<Item>>;
}

/** One row without handlers; the tree delegates by `data-row`, `data-toggle`, `data-grip` and `data-menu`. */
function Row<Item>(props: TreeRowProps<Item>) {
  const { id, item, level, isContainer, isOpen, isActive, isSelected, Content } = props;
  return (
    <div
      role="treeitem"
      id={props.domId}
      data-row={id}
      aria-label={props.label}
      aria-level={level}
      aria-posinset={props.position}
      aria-setsize={props.siblingCount}
      aria-expanded={isContainer ? isOpen : undefined}
      aria-selected={isSelected}
      className={classNames('tree-row', isActive && 'tree-row-active', props.isLifted && 'tree-row-lifted')}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
    >
      {props.canDrag && (
        <span className="tree-grip" data-grip="" aria-hidden="true">
          <GripVertical />
        </span>
      )}
      {level > 1 && (
        <span className="tree-indent" aria-hidden="true" style={{ width: (level - 1) * props.indent }} />
      )}
      <span className="tree-toggle" data-toggle="" aria-hidden="true">
        {isContainer && (
          <ChevronRight className={classNames('tree-chevron', isOpen && 'tree-chevron-open')} />
        )}
      </span>
      <Content item={item} childCount={props.childCount} isActive={isActive} />
    </div>
  );
}

/** A memoized row. */
export const TreeRowView = memo(Row) as typeof Row;
