import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { use, useRef } from 'react';
import { type Control, useController, useFieldArray } from 'react-hook-form';
import { ReadOnlyForm } from '#src/components/form/read-only-form.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button, IconButton } from '#src/ui/button.tsx';
import { Input } from '#src/ui/form/input.tsx';
import type { Appearance } from './appearance.ts';

interface LinksFieldProps {
  control: Control<Appearance, unknown, Appearance>;
  name: 'headerLinks' | 'footerLinks';
  label: string;
  /** "header link" */
  noun: string;
  hint: string;
  max: number;
}

/** Adds, edits, reorders and removes links. */
export function LinksField({ control, name, label, noun, hint, max }: LinksFieldProps) {
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { fields, append, remove, move } = useFieldArray({ control, name });
  const list = useRef<HTMLOListElement>(null);
  const focusButton = (index: number, button: string) =>
    // The row is in its new place only after the next render.
    requestAnimationFrame(() =>
      list.current?.children[index]?.querySelector<HTMLElement>(`[data-button="${button}"]`)?.focus(),
    );
  const step = (index: number, by: -1 | 1) => {
    move(index, index + by);
    focusButton(index + by, by < 0 ? 'up' : 'down');
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <p className="-mt-2 text-xs text-ink-soft text-pretty">{hint}</p>
      {fields.length > 0 && (
        <ol ref={list} className="flex flex-col gap-3 sm:gap-1.5">
          {fields.map(({ id }, index) => (
            <li key={id} className="flex items-start gap-1">
              <div className="grid min-w-0 flex-1 gap-1 sm:grid-cols-2">
                <LinkInput control={control} list={name} noun={noun} index={index} part="title" />
                <LinkInput control={control} list={name} noun={noun} index={index} part="url" />
              </div>
              {!isReadOnly && (
                <>
                  <IconButton
                    label={`Move ${noun} ${index + 1} up`}
                    data-button="up"
                    disabledReason={index === 0 && 'Already first.'}
                    onClick={() => step(index, -1)}
                  >
                    <ArrowUp />
                  </IconButton>
                  <IconButton
                    label={`Move ${noun} ${index + 1} down`}
                    data-button="down"
                    disabledReason={index === fields.length - 1 && 'Already last.'}
                    onClick={() => step(index, 1)}
                  >
                    <ArrowDown />
                  </IconButton>
                  <IconButton label={`Remove ${noun} ${index + 1}`} onClick={() => remove(index)}>
                    <X />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {isReadOnly && fields.length === 0 && <p className="text-ink-soft">None</p>}
      {!isReadOnly && (
        <Button
          size="small"
          className="self-start"
          icon={<Plus />}
          disabledReason={fields.length >= max && `At most ${formatCount(max, 'link')}.`}
          onClick={() => append({ title: '', url: '' })}
        >
          Add {noun}
        </Button>
      )}
    </fieldset>
  );
}

interface LinkInputProps {
  control: Control<Appearance, unknown, Appearance>;
  list: LinksFieldProps['name'];
  noun: string;
  index: number;
  part: 'title' | 'url';
}

function LinkInput({ control, list, noun, index, part }: LinkInputProps) {
  const isReadOnly = use(ReadOnlyForm) !== undefined;
  const { field, fieldState } = useController({ control, name: `${list}.${index}.${part}` });
  const message = fieldState.error?.message;
  const messageId = `${list}-${index}-${part}`;
  const label = part === 'title' ? 'Title' : 'URL';
  return (
    <div className="min-w-0">
      <Input
        {...field}
        aria-label={`${label} of ${noun} ${index + 1}`}
        aria-invalid={message === undefined ? undefined : true}
        aria-describedby={message === undefined ? undefined : messageId}
        readOnly={isReadOnly}
        placeholder={isReadOnly ? undefined : part === 'title' ? 'Status' : 'https://status.example.com'}
        autoComplete="off"
        {...(part === 'url' && { spellCheck: false, autoCapitalize: 'none', inputMode: 'url' })}
      />
      {message !== undefined && (
        <p id={messageId} className="mt-1 text-xs text-danger-ink">
          {message}
        </p>
      )}
    </div>
  );
}
