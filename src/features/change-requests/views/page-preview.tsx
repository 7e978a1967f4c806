import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContentChange, DocumentNode } from '#api/generated/types.gen.ts';
import type { DocumentContext } from '#src/domain/document/inline-nodes.tsx';
import { formatCount } from '#src/lib/text/format.ts';
import { type BlockStep, textLinesOf } from '../differences/blocks.ts';
import { stepConditions } from '../differences/step-conditions.ts';
import type { ChangeRequestPath } from '../labels.ts';
import { useFileAddresses } from './file-addresses.ts';
import { blocksCompared, emptyDocument, isVeryLong, pageSides } from './page-sides.ts';
import { DifferenceBlock } from './rendered-difference.tsx';
import { loadSides, pageOf } from './sides.ts';

interface PreviewOptions {
  path: ChangeRequestPath;
  revision: string;
  change: ContentChange['type'];
  pageId: string;
}

/** Roughly how much text is shown, in characters. */
const previewLength = 700;

/** The first changed blocks of a page, from the same requests as its differences. */
function previewOf({ path, revision, change, pageId }: PreviewOptions) {
  return queryOptions({
    queryKey: ['page-preview', path, revision, pageId],
    queryFn: async ({ client }) => {
      const { base, next } = await loadSides(client, path, 'start');
      const [before, after] = await Promise.all([
        client.ensureQueryData(pageOf(base, change === 'page_created' ? undefined : pageId, 'document')),
        client.ensureQueryData(pageOf(next, change === 'page_deleted' ? undefined : pageId, 'document')),
      ]);
      const sides = pageSides({ id: pageId }, base, before, after);
      if (isVeryLong(sides)) return null;
      const { steps } = await client.ensureQueryData(blocksCompared(sides));
      const changed = steps.filter(({ kind }) => kind !== 'same');
      const texts = { base: before?.document ?? emptyDocument, next: after?.document ?? emptyDocument };
      const matchingTexts = takeText(changed, texts);
      return { ...texts, shown: matchingTexts, remaining: changed.length - matchingTexts.length };
    },
    structuralSharing: false,
  });
}

interface Texts {
  base: DocumentNode;
  next: DocumentNode;
}

const blockOf = ({ base, next }: BlockStep, texts: Texts) =>
  next === undefined ? texts.base.nodes?.[base ?? -1] : texts.next.nodes?.[next];

/** The blocks of both texts that are shown. */
const shownTexts = ({ shown, base, next }: Texts & { shown: readonly BlockStep[] }): DocumentNode[] =>
  shown.flatMap((step) => [base.nodes?.[step.base ?? -1] ?? [], next.nodes?.[step.next ?? -1] ?? []]).flat();

/** The first steps until there is enough text. */
function takeText(steps: readonly BlockStep[], texts: Texts): BlockStep[] {
  let length = 0;
  return steps.filter((step) => {
    if (length >= previewLength) return false;
    const block = blockOf(step, texts);
    length += block ? textLinesOf(block).length + 40 : 0;
    return true;
  });
}

/** Links of a text are for its own screen. */
const renderLink: DocumentContext['renderLink'] = (_href, children) => (
  <span className="link">{children}</span>
);

/** The first changed blocks of a page. */
export function PageText(options: PreviewOptions) {
  // While another person saves, the previous text stays until the new one is there.
  const { data, error } = useQuery({ ...previewOf(options), placeholderData: keepPreviousData });
  const files = useFileAddresses(options.path, data ? shownTexts(data) : []);
  const conditionOf = useMemo(() => data && stepConditions(data.base, data.next), [data]);
  if (error) return <p className="px-3 py-2 text-ink-soft">Couldn’t load the text.</p>;
  if (data === undefined) return <div aria-busy="true" className="min-h-15" />;
  if (data === null) return <p className="px-3 py-2 text-ink-soft">This page is too long for a preview.</p>;
  if (data.shown.length === 0) return <p className="px-3 py-2 text-ink-soft">No text changes.</p>;
  return (
    <div className="difference">
      {data.shown.map((step) => (
        <DifferenceBlock
          key={`${step.base} ${step.next}`}
          step={step}
          condition={conditionOf?.(step)}
          base={data.base}
          next={data.next}
          renderLink={renderLink}
          files={files}
          isWholePage={options.change === 'page_created' || options.change === 'page_deleted'}
        />
      ))}
      {data.remaining > 0 && (
        <p className="px-3 py-1.5 text-xs text-ink-soft">
          {formatCount(data.remaining, 'more change')} on this page
        </p>
      )}
    </div>
  );
}
