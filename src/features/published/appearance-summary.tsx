import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { classNames } from '#src/lib/class-names.ts';
import { type AppearanceField, sortAppearanceFields } from './appearance-fields.ts';

/** The theme in which visitors see a picture: a logo for dark pages can't be seen on a light one. */
export const themeOf: Readonly<Record<string, string>> = { 'logo light': 'light', 'logo dark': 'dark' };

/** The appearance of a published site: its pictures and colors drawn, the rest in words. */
export function AppearanceSummary({ fields }: { fields: readonly AppearanceField[] }) {
  const { pictures, colors, texts } = sortAppearanceFields(fields);
  return (
    <div className="flex flex-col gap-4">
      {pictures.length > 0 && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-3">
          {pictures.map(({ path, label, value }) => (
            <li key={path} className="flex flex-col gap-1">
              <span className="text-ink-soft">{label}</span>
              <span className="flex items-center gap-2">
                <img
                  src={value}
                  alt=""
                  loading="lazy"
                  className={classNames(
                    themeOf[path],
                    'h-10 max-w-40 rounded-md border border-line bg-surface object-contain p-1',
                  )}
                />
                <CopyButton what="URL" text={value} size="small" />
              </span>
            </li>
          ))}
        </ul>
      )}
      {colors.length > 0 && (
        <ul aria-label="Colors" className="flex flex-wrap gap-1.5">
          {colors.map(({ path, label, value }) => (
            <li key={path} data-tip={`${label}: ${value}`}>
              <svg
                role="img"
                aria-label={`${label}: ${value}`}
                className="size-6 rounded-md border border-line"
              >
                <rect width="100%" height="100%" fill={value} />
              </svg>
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 items-start gap-x-4 gap-y-1.5">
        {texts.map(({ path, label, value }) => (
          <TextRow key={path} label={label} value={value} />
        ))}
      </dl>
    </div>
  );
}

function TextRow({ label, value }: Pick<AppearanceField, 'label' | 'value'>) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="flex min-w-0 items-center gap-2 wrap-anywhere" dir="auto">
        {value}
        {/^https?:/.test(value) && <CopyButton what="URL" text={value} size="small" />}
      </dd>
    </>
  );
}
