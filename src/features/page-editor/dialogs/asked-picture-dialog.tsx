import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { TextField } from '../field/text-field.ts';
import type { LinkSource } from '../links/link-source.ts';
import { changePictureAt, type PictureSettings, setPicture } from '../text/pictures.ts';
import type { TextOperation } from '../text/text-edit.ts';
import { insertPicture } from '../text/text-files.ts';
import type { PageUploads } from '../uploads/page-uploads.ts';
import { LinkDialog } from './link-dialog.tsx';
import { type ChosenPicture, OtherPictureDialog, PictureDialog } from './picture-dialog.tsx';

interface AskedPictureDialogProps {
  asked: 'picture' | 'replaced-picture' | 'dark-picture' | 'picture-link';
  links: LinkSource;
  field: RefObject<TextField | null>;
  uploads: PageUploads;
  onClose: () => void;
  onEdit: (operation: TextOperation) => void;
}

/** Chooses a new picture, or something for the one that is selected, of which all else stays. */
export function AskedPictureDialog({
  asked,
  links,
  field,
  uploads,
  onClose,
  onEdit,
}: AskedPictureDialogProps) {
  const insert = (picture: ChosenPicture, description: string) => {
    if ('address' in picture) return onEdit(insertPicture(links.addressOf(picture.address), description));
    // The dialog gives the focus back before the field takes it.
    flushSync(onClose);
    void uploads.add([picture.file], field.current?.selected().to ?? 0, description);
    field.current?.focus();
  };
  if (asked === 'picture')
    return (
      <PictureDialog
        links={links}
        selectedText={() => selectedText(field.current)}
        onClose={onClose}
        onInsert={insert}
      />
    );
  if (asked === 'picture-link')
    return (
      <LinkDialog
        links={links}
        onClose={onClose}
        onPick={({ address }) => onEdit(setPicture({ link: links.addressOf(address) }))}
      />
    );
  const isDark = asked === 'dark-picture';
  const change = (address: string): Partial<PictureSettings> => (isDark ? { dark: address } : { address });
  const pick = (picture: ChosenPicture) => {
    if ('address' in picture) return onEdit(setPicture(change(links.addressOf(picture.address))));
    const at = field.current?.selected().from ?? 0;
    flushSync(onClose);
    // Once it is uploaded, the picture may have moved.
    void uploads.add([picture.file], at, '', (text, place, address) =>
      changePictureAt(text, { from: place, to: place }, change(address)),
    );
    field.current?.focus();
  };
  return (
    <OtherPictureDialog
      title={isDark ? 'Picture for dark mode' : 'Replace picture'}
      links={links}
      onClose={onClose}
      onPick={pick}
    />
  );
}

/** The words that are selected, as the description of a picture. */
function selectedText(field: TextField | null): string {
  if (!field) return '';
  const { from, to } = field.selected();
  return field.text().slice(from, to).trim();
}
