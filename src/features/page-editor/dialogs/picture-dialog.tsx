import { type FormEvent, useId, useState } from 'react';
import { useStore } from '#src/ui/browser/use-store.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { LabelledCheckbox } from '#src/ui/form/checkbox.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { PickList } from '#src/ui/form/pick-list.tsx';
import type { LinkSource } from '../links/link-source.ts';
import { PictureFileButton } from '../uploads/picture-file-button.tsx';
import { maxDescriptionLength } from '../uploads/upload-panel.tsx';

/** A picture to upload, or one that has an address already. */
export type ChosenPicture = { name: string } & ({ file: File } | { address: string });

interface ChoiceProps {
  links: LinkSource;
  onPick: (picture: ChosenPicture) => void;
}

/** A picture from the device, the change request or the web. */
const PictureChoice = ({ links, onPick }: ChoiceProps) => (
  <div className="flex flex-col gap-4">
    <PictureFileButton label="Choose file…" onChoose={(file) => onPick({ name: file.name, file })} />
    <Pictures links={links} onPick={onPick} />
  </div>
);

const chooseFocus = 'button[data-upload]';

/** Chooses a picture in place of another one, of which all else stays. */
export const OtherPictureDialog = ({
  title,
  onClose,
  ...choice
}: ChoiceProps & { title: string; onClose: () => void }) => (
  <Dialog title={title} onClose={onClose} initialFocus={chooseFocus}>
    <PictureChoice {...choice} />
  </Dialog>
);

interface PictureDialogProps {
  links: LinkSource;
  /** The selected text: the first description. */
  selectedText: () => string;
  onClose: () => void;
  onInsert: (picture: ChosenPicture, description: string) => void;
}

/** Chooses a picture and asks how it is described. */
export function PictureDialog({ links, selectedText, onClose, onInsert }: PictureDialogProps) {
  const formId = useId();
  const [picture, setPicture] = useState<ChosenPicture>();
  const [text, setText] = useState(selectedText);
  const [isDecorative, setDecorative] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (picture && (isDecorative || text.trim() !== '')) onInsert(picture, isDecorative ? '' : text);
  };
  const needsDescription = !isDecorative && text.trim() === '';
  return (
    <Dialog
      key={picture ? 'described' : 'chosen'}
      title="Insert picture"
      onClose={onClose}
      initialFocus={picture ? 'input' : chooseFocus}
      footer={
        picture && (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              type="submit"
              form={formId}
              tone={needsDescription ? 'neutral' : 'primary'}
              disabledReason={needsDescription && 'Describe the picture, or mark it as decorative.'}
            >
              Insert picture
            </Button>
          </>
        )
      }
    >
      {picture ? (
        <form id={formId} className="flex flex-col gap-4" onSubmit={submit}>
          <p className="flex items-center gap-2">
            <bdi className="min-w-0 flex-1 truncate font-medium">{picture.name}</bdi>
            <Button size="small" onClick={() => setPicture(undefined)}>
              Choose another
            </Button>
          </p>
          <DescriptionFields
            text={text}
            isDecorative={isDecorative}
            onText={setText}
            onDecorative={setDecorative}
          />
        </form>
      ) : (
        <PictureChoice links={links} onPick={setPicture} />
      )}
    </Dialog>
  );
}

interface DescriptionFieldsProps {
  text: string;
  isDecorative: boolean;
  onText: (text: string) => void;
  onDecorative: (isDecorative: boolean) => void;
}

/** How a picture is described; a decorative one is not. */
function DescriptionFields({ text, isDecorative, onText, onDecorative }: DescriptionFieldsProps) {
  return (
    <>
      <Field label="Description" hint="Read out to people who can’t see the picture." optional={isDecorative}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            dir="auto"
            maxLength={maxDescriptionLength}
            disabled={isDecorative}
            value={text}
            onChange={({ target }) => onText(target.value)}
          />
        )}
      </Field>
      <LabelledCheckbox
        label="Decorative"
        hint="Nothing is missed without it, so it is not read out."
        checked={isDecorative}
        onChange={({ target }) => onDecorative(target.checked)}
      />
    </>
  );
}

/** The pictures of the change request, and one at a typed address. */
function Pictures({ links, onPick }: ChoiceProps) {
  const [query, setQuery] = useState('');
  useStore(links.version);
  const { targets, more } = links.findPictures(query);
  const address = /^https?:\/\/\S+$/i.exec(query.trim())?.[0];
  const options = address === undefined ? targets : [{ label: address, detail: 'Web address', address }];
  return (
    <Field label="From this change request, or the web">
      {(control) => (
        <PickList
          label="Search pictures, or paste an address"
          control={control}
          query={query}
          onQuery={setQuery}
          pending={more !== undefined && options.length === 0}
          empty="No pictures found."
          options={options.map(({ label, detail, address: id }) => ({
            id,
            content: (
              <>
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {label}
                </span>
                <span className="truncate text-ink-soft">{detail}</span>
              </>
            ),
          }))}
          onPick={(id) => {
            const pictureOption = options.find((option) => option.address === id);
            if (pictureOption) onPick({ name: pictureOption.label, address: id });
          }}
        />
      )}
    </Field>
  );
}
