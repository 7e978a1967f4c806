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
    onChange: ({ target }) => readTextFile(target.files, onRead),
  };
}

/**
 * Reads the file that was chosen or dropped; several at once, one that cannot be read, is no text, or holds nothing, are
 * told as a failure, and an encoding that had to be guessed is told, too.
 */
export function readTextFile(files: FileList | null, onRead: (text: string) => void): void {
  const [file, secondFile] = files ?? [];
  if (secondFile) return toast('Select one file at a time.', { tone: 'failed', durationMs: Infinity });
  const showError = (why: string) =>
    toast(`“${file?.name}” ${why}`, { tone: 'failed', durationMs: Infinity });
  file?.arrayBuffer().then(
    (bytes) => {
      const decoded = decodeText(bytes);
      if (decoded === null) return showError('isn’t a text file. Save spreadsheets as CSV first.');
      const { text, guessedEncoding } = decoded;
      if (text.trim() === '') showError('is empty.');
      else if (guessedEncoding !== null)
        toast(`“${file.name}” isn’t UTF-8. It was read as ${guessedEncoding}; check accented letters.`, {
          durationMs: Infinity,
        });
      onRead(text);
    },
    () => showError('couldn’t be read.'),
  );
}
