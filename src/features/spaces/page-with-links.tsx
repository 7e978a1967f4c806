import { useSuspenseQuery } from '@tanstack/react-query';
import { useList } from '#src/api/paging.ts';
import { LinkList } from './link-list.tsx';
import { linksOfPage, type PageScope, pageWithDocument } from './page-query.ts';
import { PageView } from './page-view.tsx';

interface PageWithLinksProps {
  organizationId: string;
  scope: PageScope;
  pageId: string;
}

export function PageWithLinks({ organizationId, scope, pageId }: PageWithLinksProps) {
  const { data: page } = useSuspenseQuery(pageWithDocument(scope, pageId));
  const links = useList(linksOfPage(scope, pageId));
  return (
    <>
      <PageView key={pageId} organizationId={organizationId} scope={scope} page={page} />
      <section aria-labelledby="page-links" className="mt-10 border-t border-line pt-4">
        <h3 id="page-links" className="mb-2 font-semibold">
          Links on this page
        </h3>
        <LinkList links={links} />
      </section>
    </>
  );
}
