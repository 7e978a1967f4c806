import { useMemo } from 'react';
import { type FixedKeys, fixedKeys } from '#src/components/shortcuts/fixed-keys.ts';
import { useRegistered } from '#src/ui/browser/use-store.ts';
import type { TreeProps } from './tree.tsx';

type TreeActions = Pick<TreeProps<never>, 'rules' | 'onMoveByOne' | 'onOpen' | 'onRename' | 'onRemove'>;

/** Lists the keys of a tree beside the shortcuts of its screen. */
export function useListedKeys({ rules, onMoveByOne, onOpen, onRename, onRemove }: TreeActions): void {
  const canMove = rules !== undefined;
  const canMoveByOne = onMoveByOne !== undefined;
  const canOpen = onOpen !== undefined;
  const canRename = onRename !== undefined;
  const canRemove = onRemove !== undefined;
  const keys = useMemo((): FixedKeys[] => {
    const all: [isListed: boolean, keys: string, label: string][] = [
      [canMove, 'space', 'Pick up or drop'],
      [true, 'arrowup arrowdown', canMove ? 'Select position or row' : 'Select row'],
      [canMove, 'escape', 'Cancel move'],
      [canMoveByOne, 'alt+arrowup alt+arrowdown', 'Move by one'],
      [canOpen, 'enter', 'Open item'],
      [canRename, 'f2', 'Rename'],
      [canRemove, 'delete', 'Remove'],
      [true, '*', 'Expand siblings'],
    ];
    return all.flatMap(([isListed, listed, label]) => (isListed ? [{ keys: listed, label }] : []));
  }, [canMove, canMoveByOne, canOpen, canRename, canRemove]);
  useRegistered(fixedKeys, keys);
}
