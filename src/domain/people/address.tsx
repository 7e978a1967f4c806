import { Fragment } from 'react';

/**
 * An email address, or that of a device. Where it doesn't fit a line, it breaks after an @, a dot or a colon rather
 * than within a word.
 */
export function Address({ text }: { text: string }) {
  return (
    <bdi className="wrap-anywhere">
      {text.split(/(?<=[.:@])/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts don't move
        <Fragment key={index}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
