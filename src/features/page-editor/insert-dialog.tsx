import { lazy, Suspense } from 'react';
import type { LinkSource } from './link-source.ts';
import { insertLinkTo } from './link-targets.ts';
import type { TextOperation } from './text-edit.ts';

const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }));

const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }));

/** What a dialog asks for. */
export type Inserted = 'block' | 'link';

interface InsertDialogProps {
  inserted: Inserted;
  links: LinkSource;
  onClose: () => void;
  onInsert: (operation: TextOperation) => void;
}

/** Asks what to insert, in both fields. */
export function InsertDialog({ inserted, links, onClose, onInsert }: InsertDialogProps) {
  return (
    <Suspense>
      {inserted === 'link' ? (
        <LinkDialog links={links} onClose={onClose} onPick={(target) => onInsert(insertLinkTo(target))} />
      ) : (
        <BlockDialog onClose={onClose} onPick={({ operation }) => onInsert(operation)} />
      )}
    </Suspense>
  );
}
