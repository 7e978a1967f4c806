import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';

/** A one-line text field. The caller provides the label. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames('field h-8 px-2.5 pointer-coarse:h-10', className)} />;
}

/** A text field with several lines that grows with its text up to `max-height`. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={3}
      {...rest}
      className={classNames('field field-sizing-content max-h-96 min-h-8 resize-y px-2.5 py-1.5', className)}
    />
  );
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** The purpose of the field: "Search members". */
  label: string;
  icon: ReactNode;
}

/** A search field with an icon and a visually hidden label. */
export function SearchInput({ label, icon, className, ...rest }: SearchInputProps) {
  return (
    <span className={classNames('relative block', className)}>
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-soft [&>svg]:size-3.5">
        {icon}
      </span>
      <Input type="search" aria-label={label} placeholder={label} {...rest} className="pl-8" />
    </span>
  );
}
