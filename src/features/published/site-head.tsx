import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { Time } from '#src/ui/time.tsx';
import { type AppearanceField, sortAppearanceFields } from './appearance-fields.ts';
import { themeOf } from './appearance-summary.tsx';

interface SiteHeadProps {
  title: string;
  fields: readonly AppearanceField[];
  /** The last change of a space, where the server returns it. */
  changedAt: string | undefined;
  /** The link to the site. */
  children: ReactNode;
}

/** The published site in one row: picture, title, address and last change. */
export function SiteHead({ title, fields, changedAt, children }: SiteHeadProps) {
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line p-4">
      <SitePicture fields={fields} />
      <div className="flex min-w-0 flex-col gap-0.5">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </span>
        {children}
        {changedAt !== undefined && (
          <span className="text-xs text-ink-soft">
            Last change <Time value={changedAt} />
          </span>
        )}
      </div>
    </div>
  );
}

/** The square icon before the logo; a globe for a site without pictures. */
function SitePicture({ fields }: Pick<SiteHeadProps, 'fields'>) {
  const { pictures } = sortAppearanceFields(fields);
  const picture =
    pictures.find(({ path }) => path === 'favicon icon') ??
    pictures.find(({ path }) => path === 'logo light') ??
    pictures[0];
  const tile = 'size-12 shrink-0 rounded-lg border border-line bg-surface';
  if (!picture) {
    return (
      <span className={classNames(tile, 'grid place-items-center text-ink-soft')}>
        <Globe aria-hidden="true" className="size-5" />
      </span>
    );
  }
  return (
    <img
      src={picture.value}
      alt=""
      loading="lazy"
      className={classNames(themeOf[picture.path], tile, 'object-contain p-1.5')}
    />
  );
}
