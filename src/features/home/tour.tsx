import { AppWindow, Book, type LucideIcon, Tag, X } from 'lucide-react';
import { dismissTour, tourShown } from '#src/components/layout/layout-state.ts';
import { useStore } from '#src/ui/browser/use-store.ts';
import { IconButton } from '#src/ui/button.tsx';

interface Step {
  term: string;
  Icon: LucideIcon;
  explanation: string;
  /** Where it is found in the console. */
  location: string;
}

const steps: readonly Step[] = [
  {
    term: 'Space',
    Icon: Book,
    explanation:
      'Pages live in spaces. People change them in change requests, which are reviewed and merged.',
    location: 'Content',
  },
  {
    term: 'Site space',
    Icon: AppWindow,
    explanation: 'A site publishes spaces. A space in its structure is a site space with its own path.',
    location: `Sites › Structure`,
  },
  {
    term: 'Claim',
    Icon: Tag,
    explanation: 'A value about a visitor, such as their plan. Conditions on claims decide who sees what.',
    location: `Sites › Visitors`,
  },
];

/**
 * An introduction in three steps; shown until dismissed.
 * @param seesSites whether the navigation leads to sites
 */
export function Tour({ seesSites }: { seesSites: boolean }) {
  const isShown = useStore(tourShown);
  if (!isShown) return null;
  return (
    <section aria-labelledby="tour" className="mb-6 rounded-lg border border-line bg-sunken px-4 py-3">
      <header className="flex items-center justify-between">
        <h2 id="tour" className="font-medium">
          Three terms to know
        </h2>
        <IconButton
          label="Close tour"
          size="small"
          className="-mr-1"
          onClick={() => {
            document.getElementById('main')?.focus({ preventScroll: true });
            dismissTour();
          }}
        >
          <X />
        </IconButton>
      </header>
      <ol className="mt-2 grid gap-x-8 gap-y-3 pb-1 md:grid-cols-3">
        {steps.map(({ term, Icon, explanation, location }) => (
          <li key={term} className="flex gap-3">
            <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-ink" />
            <div className="min-w-0 max-w-prose">
              <p className="font-medium">{term}</p>
              <p className="text-ink-soft text-pretty">{explanation}</p>
              {(seesSites || !location.startsWith('Sites')) && (
                <p className="mt-1 text-xs text-ink-soft">In {location}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
