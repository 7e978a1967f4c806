import type { ComponentProps } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { classNames } from '#src/lib/class-names.ts';
import { decodeText } from '#src/lib/text/decode-text.ts';

interface TextFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onRead: (text: string) => void;
}

/** A file input that reads a text file. */
export function TextFileInput({ onRead, className, ...rest }: TextFileInputProps) {
  return (
    <input
      {...rest}
      {...textFile(onRead)}
      className={classNames('field h-auto px-2.5 py-1.5 file:mr-3 file:font-medium', className)}
    />
  );
}

/** Props that make an input read a text file. */
export function textFile(onRead: (text: string) => void): ComponentProps<'input'> {
  return {
    type: 'file',
    // Allows selecting the same file again after it was edited.
    onClick: ({ currentTarget }) => {
      currentTarget.value = '';
    },
    onChange: ({ target }) => readTextFile(target.files, onRead),
  };
}

/**
 * Reads a selected or dropped file. Shows a toast for several, unreadable, binary or empty files and for a guessed
 * encoding.
 */
export function readTextFile(files: FileList | null, onRead: (text: string) => void): void {
  const [file, secondFile] = files ?? [];
  if (secondFile) return toast('Select one file at a time.', { tone: 'error', durationMs: Infinity });
  const showError = (why: string) => toast(`“${file?.name}” ${why}`, { tone: 'error', durationMs: Infinity });
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
