import { useMemo } from 'react';
import { type FixedKeys, fixedKeys } from '#src/components/shortcuts/fixed-keys.ts';
import { useRegistered } from '#src/ui/browser/use-store.ts';

/** The actions of a tree's items. */
interface TreeAbilities {
  canMove: boolean;
  canMoveByOne: boolean;
  canOpen: boolean;
  canRename: boolean;
  canRemove: boolean;
}

/** Lists the keys of a tree beside the shortcuts of its screen. */
export function useListedKeys({ canMove, canMoveByOne, canOpen, canRename, canRemove }: TreeAbilities): void {
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
