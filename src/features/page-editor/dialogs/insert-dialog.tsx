import { type RefObject, Suspense } from 'react';
import { flushSync } from 'react-dom';
import type { Page } from '#api/generated/types.gen.ts';
import type { OperationId } from '#src/api/queries.ts';
import { lazyPart } from '#src/components/errors/load-part.ts';
import type { Inserted, TextField } from '../field/text-field.ts';
import type { LinkSource } from '../links/link-source.ts';
import { insertLinkTo } from '../links/link-targets.ts';
import type { EditSession } from '../session/edit-session.ts';
import type { EditedPage } from '../session/session-server.ts';
import { insertInclude } from '../text/include-tags.ts';
import { insertNothing, type TextOperation } from '../text/text-edit.ts';
import type { PageUploads } from '../uploads/page-uploads.ts';
import { AskedPictureDialog } from './asked-picture-dialog.tsx';
import { BlockDialog } from './block-dialog.tsx';
import { LinkDialog, ReusableDialog } from './link-dialog.tsx';

const ExtractDialog = lazyPart(async () => ({
  default: (await import('./extract-dialog.tsx')).ExtractDialog,
}));

const MoveBlockDialog = lazyPart(async () => ({
  default: (await import('./move-block-dialog.tsx')).MoveBlockDialog,
}));

const SignDialog = lazyPart(async () => ({ default: (await import('./sign-dialog.tsx')).SignDialog }));

interface InsertDialogProps {
  inserted: Inserted;
  page: EditedPage;
  pages: readonly Page[];
  session: EditSession;
  invalidates: readonly OperationId[];
  hasReusable: boolean;
  links: LinkSource;
  field: RefObject<TextField | null>;
  uploads: PageUploads;
  /** Asks for something else, or for nothing more. */
  onAsk: (inserted: Inserted | null) => void;
}

/** Asks what to insert, in both fields. */
export function InsertDialog({ inserted, links, field, uploads, onAsk, ...edited }: InsertDialogProps) {
  const close = () => onAsk(null);
  const insert = (operation: TextOperation) => {
    // The dialog gives the focus back before the field takes it.
    flushSync(close);
    field.current?.apply(operation);
  };
  switch (inserted) {
    case 'picture':
    case 'replaced-picture':
    case 'dark-picture':
    case 'picture-link':
      return (
        <AskedPictureDialog
          asked={inserted}
          links={links}
          field={field}
          uploads={uploads}
          onClose={close}
          onEdit={insert}
        />
      );
    case 'link':
      return (
        <LinkDialog
          links={links}
          onClose={close}
          onPick={(target) => insert(insertLinkTo(target, links.addressOf))}
        />
      );
    case 'emoji':
    case 'icon':
      return (
        <Suspense>
          <SignDialog kind={inserted} onClose={() => insert(insertNothing)} onEdit={insert} />
        </Suspense>
      );
    case 'block':
      return (
        <BlockDialog
          hasReusable={edited.hasReusable}
          onClose={close}
          onPick={({ operation }) => (typeof operation === 'string' ? onAsk(operation) : insert(operation))}
        />
      );
    case 'reusable':
      return (
        <ReusableDialog
          links={links}
          onClose={close}
          onPick={({ address }) => insert(insertInclude(address))}
        />
      );
    case 'extraction':
      return (
        <Suspense>
          <ExtractDialog {...edited} field={field} onClose={close} />
        </Suspense>
      );
    case 'move':
      return (
        <Suspense>
          <MoveBlockDialog {...edited} field={field} onClose={close} />
        </Suspense>
      );
  }
}
