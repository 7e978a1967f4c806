import { useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { initials, hashToIndex } from '#src/lib/text/format.ts';
import { pictureUrl } from '#src/lib/text/urls.ts';

const backgrounds = ['avatar-1', 'avatar-2', 'avatar-3', 'avatar-4', 'avatar-5', 'avatar-6'];

const sizes = {
  small: 'size-5 text-2xs',
  medium: 'size-6 text-2xs',
  large: 'size-12 text-base',
};

export interface AvatarProps {
  /** Name of the person or organization. The picture is decorative, because the name is shown next to it. */
  name: string;
  /** The picture's URL. Without one, or if it fails to load, the initials are shown. */
  src?: string | undefined;
  size?: keyof typeof sizes;
  shape?: 'round' | 'square';
  className?: string;
}

/** A picture, or the initials on a color derived from the name. */
export function Avatar({ name, src, size = 'medium', shape = 'round', className }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const style = classNames(
    'avatar',
    shape === 'round' ? 'rounded-full' : 'rounded-md',
    sizes[size],
    className,
  );
  const url = pictureUrl(src);
  if (url !== undefined && url !== failed) {
    return <img src={url} alt="" loading="lazy" className={style} onError={() => setFailed(url)} />;
  }
  return (
    <span
      aria-hidden="true"
      className={classNames(style, backgrounds[hashToIndex(name, backgrounds.length)])}
    >
      {initials(name) || '?'}
    </span>
  );
}
