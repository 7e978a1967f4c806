import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getSpaceOptions } from '#api/generated/@tanstack/react-query.gen.ts';
import type { DocumentNode, TranslationSource } from '#api/generated/types.gen.ts';
import { Detail, Section } from '#src/components/layout/record.tsx';
import { DocumentView } from '#src/domain/document/document-view.tsx';
import { languageName } from '#src/lib/text/language-names.ts';

/** Instructions for translators. */
export function Instructions({
  document,
  action,
}: {
  document: DocumentNode | undefined;
  action: ReactNode;
}) {
  return (
    <Section title="Instructions" action={action}>
      {document?.nodes?.length ? (
        <DocumentView document={document} renderLink={(_, children) => children} imageUrl={() => undefined} />
      ) : (
        <p className="text-ink-soft">No instructions yet.</p>
      )}
    </Section>
  );
}

/** The translated source. The space may have been deleted, or the caller may not see it. */
export function SourceDetail({
  organizationId,
  source: { space, language },
}: {
  organizationId: string;
  source: TranslationSource;
}) {
  const { data } = useQuery(getSpaceOptions({ path: { spaceId: space } }));
  return (
    <>
      <Detail name="Space">
        {data ? (
          <Link
            to="/o/$organizationId/spaces/$spaceId"
            params={{ organizationId, spaceId: space }}
            className="link"
          >
            <bdi>{data.title}</bdi>
          </Link>
        ) : (
          <code className="font-mono text-xs">{space}</code>
        )}
      </Detail>
      <Detail name="From">{languageName(language)}</Detail>
    </>
  );
}
