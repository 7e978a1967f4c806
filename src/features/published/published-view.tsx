import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { PublishedSite } from '#api/generated/types.gen.ts';
import { NamedIcon } from '#src/domain/icons/named-icon.tsx';
import { usePublishedLink } from '#src/domain/published/open-published.tsx';
import { describeUnknownItems } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input } from '#src/ui/form/input.tsx';
import { Time } from '#src/ui/time.tsx';
import { listAppearanceFields } from './appearance-fields.ts';
import { AppearanceSummary } from './appearance-summary.tsx';
import { compareStructures, type Entry } from './compare-structures.ts';
import { lastChangeOf, listPublishedItems, type PublishedItem } from './published-items.ts';
import { SiteHead } from './site-head.tsx';

interface PublishedViewProps {
  path: { organizationId: string; siteId: string };
  published: PublishedSite;
  /** Published and edited items in order, parents first. */
  entries: readonly Entry[];
  edited: readonly Entry[];
  /** Published items of an unknown type. */
  unknown: number;
  shareKey: string | undefined;
  onShareKey: (shareKey: string | undefined) => void;
}

/** The published site: structure, URLs, appearance, and differences from the edited structure. */
export function PublishedView(props: PublishedViewProps) {
  const { path, published, entries, edited, unknown, shareKey, onShareKey } = props;
  const { site, customizations } = published;
  const items = listPublishedItems(published.structure);
  const fields = listAppearanceFields(customizations.site);
  return (
    <div className="layout-record flex flex-col gap-6">
      {!site.published && (
        <Callout tone="warning" title="Not published">
          Visitors can’t reach this site. This is a preview of what they would see.
        </Callout>
      )}
      {site.visibility === 'share-link' && <ShareKey shareKey={shareKey} onShareKey={onShareKey} />}
      <SiteHead
        title={customizations.site.title ?? site.title}
        fields={fields}
        changedAt={lastChangeOf(items)}
      >
        {site.urls.published !== undefined && <PublishedUrl url={site.urls.published} site={path} />}
      </SiteHead>
      <Differences entries={entries} edited={edited} />
      <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-main-aside">
        <section aria-labelledby="published-structure" className="min-w-0">
          <h2 id="published-structure" className="mb-2 text-base font-semibold">
            Structure
          </h2>
          {entries.length === 0 && <p className="text-ink-soft">This site is empty.</p>}
          {entries.length > 0 && (
            <ul
              aria-label="Published structure"
              className="divide-y divide-line rounded-lg border border-line"
            >
              {entries.map((entry) => (
                <EntryRow
                  key={entry.id}
                  entry={entry}
                  item={items.get(entry.id)}
                  depth={depthOf(entry, entries)}
                  site={path}
                  siteUrl={site.urls.published}
                />
              ))}
            </ul>
          )}
          {unknown > 0 && <p className="mt-2 text-ink-soft">{describeUnknownItems(unknown)}</p>}
        </section>
        <section aria-labelledby="published-looks" className="min-w-0">
          <h2 id="published-looks" className="mb-2 text-base font-semibold">
            Appearance
          </h2>
          <AppearanceSummary fields={fields} />
        </section>
      </div>
    </div>
  );
}

function depthOf({ parent }: Entry, entries: readonly Entry[]): number {
  if (parent === null) return 0;
  const parentEntry = entries.find(({ id }) => id === parent);
  return parentEntry ? 1 + depthOf(parentEntry, entries) : 1;
}

const indents = ['pl-4', 'pl-8', 'pl-12'];

interface EntryRowProps {
  entry: Entry;
  item: PublishedItem | undefined;
  depth: number;
  site: PublishedViewProps['path'];
  siteUrl: string | undefined;
}

function EntryRow({ entry, item, depth, site, siteUrl }: EntryRowProps) {
  const { kind, title, condition, url } = entry;
  return (
    <li className={`flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2 pr-3 ${indents[depth] ?? 'pl-12'}`}>
      <span className="flex min-w-0 items-center gap-2">
        {item && <ItemMark item={item} />}
        <span dir="auto" className={kind === 'site-space' ? '' : 'font-medium'}>
          {title}
        </span>
      </span>
      {kind === 'group' && <Badge>Group</Badge>}
      {condition !== null && <Badge tip={condition}>Conditional</Badge>}
      {url !== null && (
        <span className="ml-auto min-w-0">
          <PublishedUrl url={url} site={site} siteUrl={siteUrl} />
        </span>
      )}
      <span className="w-full text-xs text-ink-soft empty:hidden sm:w-36 sm:text-right sm:empty:block">
        {item?.changedAt !== undefined && (
          <>
            Changed <Time value={item.changedAt} />
          </>
        )}
      </span>
    </li>
  );
}

/** The icon of an item, else its emoji. */
function ItemMark({ item: { emoji = '', icon } }: { item: PublishedItem }) {
  return (
    <NamedIcon name={icon}>
      {emoji !== '' && (
        <span aria-hidden="true" className="w-4 text-center">
          {emoji}
        </span>
      )}
    </NamedIcon>
  );
}

/** Shown without the URL of the site, which stands above. */
function PublishedUrl({
  url,
  site,
  siteUrl,
}: {
  url: string;
  site: PublishedViewProps['path'];
  siteUrl?: string | undefined;
}) {
  const link = usePublishedLink({ url, site });
  const base = siteUrl?.replace(/\/$/, '');
  const path = base !== undefined && url.startsWith(`${base}/`) ? url.slice(base.length) : url;
  const className = 'min-w-0 font-mono text-xs text-ink-soft wrap-anywhere';
  return (
    <a {...link} data-tip={url} className={`${className} hover:text-ink hover:underline`}>
      {path}
    </a>
  );
}

function Differences({ entries, edited }: { entries: readonly Entry[]; edited: readonly Entry[] }) {
  const differences = compareStructures(entries, edited);
  if (differences.length === 0) {
    return (
      <p className="flex items-center gap-2 text-ink-soft">
        <CircleCheck aria-hidden="true" className="size-4 text-success-ink" />
        The published site is up to date.
      </p>
    );
  }
  return (
    <section aria-labelledby="published-differences">
      <h2 id="published-differences" className="mb-2 text-base font-semibold">
        Differences from the structure
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {differences.map(({ id, title, description }) => (
          <li key={id} className="px-4 py-2">
            <span className="font-medium">{title}</span> <span className="text-ink-soft">{description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShareKey({ shareKey, onShareKey }: Pick<PublishedViewProps, 'shareKey' | 'onShareKey'>) {
  const [text, setText] = useState(shareKey ?? '');
  return (
    <form
      className="flex max-w-lg items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onShareKey(text.trim() || undefined);
      }}
    >
      <Field
        label="Share key"
        optional
        hint="The secret at the end of a share link. Shows URLs as its visitors see them."
        className="flex-1"
      >
        {(control) => (
          <Input
            {...control}
            value={text}
            maxLength={512}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6.5">
        Show
      </Button>
    </form>
  );
}
