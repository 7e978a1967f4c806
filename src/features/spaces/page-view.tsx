import type { Page } from '#api/generated/types.gen.ts';
import { CopyButton } from '#src/components/clipboard/copy-button.tsx';
import { PanelBoundary } from '#src/components/errors/panel-boundary.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { Time } from '#src/ui/time.tsx';
import { PageLink } from './page-link.tsx';
import type { PageScope } from './page-query.ts';
import { PageText } from './page-text.tsx';

interface PageViewProps {
  organizationId: string;
  scope: PageScope;
  page: Page;
}

/** A page: title, details and text. */
export function PageView({ organizationId, scope, page }: PageViewProps) {
  // On some servers only pages with text have URLs.
  const { urls }: Partial<Page> = page;
  const link = urls?.app;
  return (
    <article aria-labelledby="page-title">
      <header className="mb-4 border-b border-line pb-3">
        <div className="flex items-start gap-2">
          <h2 id="page-title" dir="auto" className="flex-1 text-xl font-semibold wrap-anywhere">
            {page.emoji && <span aria-hidden="true">{page.emoji} </span>}
            {page.title}
          </h2>
          {link !== undefined && <CopyButton text={link} what="link" />}
        </div>
        {page.description && (
          <p dir="auto" className="mt-1 text-ink-soft">
            {page.description}
          </p>
        )}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-soft">
          {page.path && <span className="font-mono wrap-anywhere">/{page.path}</span>}
          {page.updatedAt && (
            <span>
              Updated <Time value={page.updatedAt} />
            </span>
          )}
          {page.hidden && <Badge tip="Hidden from navigation">Hidden</Badge>}
          {page.noIndex && <Badge tip="Excluded from site search">Not searchable</Badge>}
          {page.noRobotsIndex && <Badge tip="Search engines are asked not to index it">Not indexed</Badge>}
        </p>
      </header>
      {page.type === 'link' && <Callout>This entry is a link and has no text.</Callout>}
      {page.type === 'computed' && <Callout className="mb-4">Generated from an API specification.</Callout>}
      <PanelBoundary resetKey={page.id}>
        <PageText organizationId={organizationId} scope={scope} page={page} />
      </PanelBoundary>
      {page.pages && page.pages.length > 0 && (
        <nav aria-label="Subpages" className="mt-6">
          <h3 className="mb-1 font-semibold">Subpages</h3>
          <ul className="list-disc pl-5">
            {page.pages.map(({ id, title }) => (
              <li key={id}>
                <PageLink organizationId={organizationId} scope={scope} pageId={id} className="link">
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </article>
  );
}
