import { Languages } from 'lucide-react';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { languageName, ownLanguageName } from '#src/lib/language-names.ts';

/** Languages with English name, native name and tag. */
export function TranslationLanguages({ languages }: { languages: readonly string[] }) {
  if (languages.length === 0)
    return (
      <EmptyState icon={<Languages />} title="No languages yet" className="rounded-lg border border-line">
        Languages come from an external translation platform.
      </EmptyState>
    );
  return (
    <ul aria-label="Languages" className="divide-y divide-line rounded-lg border border-line">
      {languages.map((tag) => {
        const nativeName = ownLanguageName(tag);
        return (
          <li key={tag} className="flex items-baseline gap-3 px-4 py-2.5">
            <span className="font-medium">{languageName(tag)}</span>
            {nativeName !== null && nativeName !== languageName(tag) && (
              <span lang={tag} dir="auto" className="min-w-0 truncate text-ink-soft">
                {nativeName}
              </span>
            )}
            <code className="ml-auto text-xs text-ink-soft">{tag}</code>
          </li>
        );
      })}
    </ul>
  );
}
