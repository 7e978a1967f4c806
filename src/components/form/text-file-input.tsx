import type { ComponentProps } from 'react';
import { toast } from '#src/components/toasts/toasts.ts';
import { classNames } from '#src/lib/class-names.ts';

interface TextFileInputProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  onRead: (text: string) => void;
}

/** Lets somebody choose a text file, and hands over what is in it. */
export function TextFileInput({ onRead, className, ...rest }: TextFileInputProps) {
  return (
    <input
      {...rest}
      type="file"
      className={classNames('field h-auto px-2.5 py-1.5 file:mr-3 file:font-medium', className)}
      onChange={({ target }) => readTextFile(target.files?.[0], onRead)}
    />
  );
}

/** Reads a file that was chosen or dropped; one that cannot be read is told as a failure. */
export function readTextFile(file: File | undefined, onRead: (text: string) => void): void {
  file
    ?.text()
    .then(onRead, () => toast(`“${file.name}” could not be read.`, { tone: 'failed', lasts: Infinity }));
}
