import type { ComponentProps } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { classNames } from '#src/lib/class-names.ts';
import { decodeText } from '#src/lib/decode-text.ts';

interface TextFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onRead: (text: string) => void;
}

/** Lets somebody choose a text file, and hands over what is in it. */
export function TextFileInput({ onRead, className, ...rest }: TextFileInputProps) {
  return (
    <input
      {...rest}
      {...textFile(onRead)}
      className={classNames('field h-auto px-2.5 py-1.5 file:mr-3 file:font-medium', className)}
    />
  );
}

/** Makes an input, however it looks, one that reads a chosen file as text. */
export function textFile(onRead: (text: string) => void): ComponentProps<'input'> {
  return {
    type: 'file',
    // A file that was corrected can be chosen again: otherwise the browser sees no change.
    onClick: ({ currentTarget }) => {
      currentTarget.value = '';
    },
    onChange: ({ target }) => readTextFile(target.files?.[0], onRead),
  };
}

/** Reads a file that was chosen or dropped; one that cannot be read, or holds nothing, is told as a failure. */
export function readTextFile(file: File | undefined, onRead: (text: string) => void): void {
  const refuse = (why: string) => toast(`“${file?.name}” ${why}.`, { tone: 'failed', lasts: Infinity });
  file?.arrayBuffer().then(
    (bytes) => {
      const text = decodeText(bytes);
      if (text.trim() === '') refuse('is empty');
      onRead(text);
    },
    () => refuse('could not be read'),
  );
}
