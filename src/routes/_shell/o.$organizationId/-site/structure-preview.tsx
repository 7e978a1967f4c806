import { useQuery } from '@tanstack/react-query';
import { UserPen } from 'lucide-react';
import { useState } from 'react';
import type { Site } from '#api/generated/types.gen.ts';
import { SitePreviewPane } from '#src/domain/published/site-preview-pane.tsx';
import type { PreviewedStructure } from '#src/features/site-structure/structure-editor.tsx';
import type { SiteStructure } from '#src/features/site-structure/structure.ts';
import { describeClaim, type Segment, visibilityFor } from '#src/features/visitors/audience.ts';
import { listClaims, schemaOf, type SitePath } from '#src/features/visitors/claims.ts';
import { buildClaimValues, withComparedValues } from '#src/features/visitors/lint-condition.ts';
import { ClaimsDialog } from '#src/features/visitors/simulator/segment-dialog.tsx';
import { useSegments } from '#src/features/visitors/simulator/segments.ts';
import { childrenOf } from '#src/lib/ordered-tree.ts';
import { IconButton } from '#src/ui/button.tsx';
import { Select } from '#src/ui/form/select.tsx';
import { conditionsOf, itemsOf } from './site-items.ts';

type Values = Segment['values'];

interface StructurePreviewProps extends PreviewedStructure {
  path: SitePath;
  site: Site;
  /** The claims of the visitor. */
  values: Values;
  /** The site space to begin with, if it is in the section that is shown. */
  variant: string | undefined;
  onChange: (change: { claims?: Values | undefined; variant?: string | undefined }) => void;
}

/** The site beside its structure, as a visitor sees it who is a segment of the simulator or has other claims. */
export function StructurePreview(props: StructurePreviewProps) {
  const { path, structure, item, values, onChange } = props;
  const [isChoosing, setChoosing] = useState(false);
  const { data } = useQuery(schemaOf(path));
  const claims = data ? withComparedValues(listClaims(data.jsonSchema), conditionsOf(structure)) : [];
  const { segments } = useSegments(path, claims);
  const segment = segments.find((each) => isSame(each.values, values));
  const visitor = segment?.name ?? nameOf(values);
  const variants = variantsOf(structure, item);
  const variant = variants.find(({ id }) => id === props.variant)?.id ?? item;
  const hidden = hiddenItem(props, { claims: claims.map(({ name }) => name), item: variant });
  const choose = (next: Values) => onChange({ claims: isSame(next, {}) ? undefined : next });
  return (
    <>
      <SitePreviewPane
        site={path}
        shown={{
          item: hidden === undefined ? variant : undefined,
          version: structure,
          structureDraft: props.draft === 'shown',
          claims: isSame(values, {})
            ? undefined
            : JSON.stringify(buildClaimValues(new Map(Object.entries(values)), [])),
        }}
        visitor={visitor}
        choices={
          <>
            <Select
              aria-label="Visitor of the preview"
              className="max-w-48"
              options={[
                ...segments.map(({ name }) => ({ value: name, label: name })),
                ...(segment ? [] : [{ value: visitor, label: visitor }]),
              ]}
              value={visitor}
              onChange={(name) => choose(segments.find((each) => each.name === name)?.values ?? values)}
            />
            <IconButton label="Choose claims…" onClick={() => setChoosing(true)}>
              <UserPen />
            </IconButton>
            {variants.length > 1 && (
              <Select
                aria-label="Variant of the preview"
                className="max-w-48"
                options={variants.map(({ id, title }) => ({ value: id, label: title }))}
                value={variants.find(({ id }) => id === variant)?.id ?? variants[0]?.id ?? ''}
                onChange={(id) => onChange({ variant: id })}
              />
            )}
          </>
        }
        notice={noticeOf({ ...props, hidden, visitor })}
      />
      {isChoosing && (
        <ClaimsDialog claims={claims} values={values} onShow={choose} onClose={() => setChoosing(false)} />
      )}
    </>
  );
}

function isSame(a: Values, b: Values): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}

/** "isPartner, not isStaff" */
const nameOf = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => describeClaim(name, value))
    .join(', ');

/** The site spaces of the section that an item is or is in, defaults first as visitors get them. */
function variantsOf(structure: SiteStructure, item: string | undefined) {
  const node = item === undefined ? undefined : structure.nodes.get(item);
  const section = node?.kind === 'site-space' ? structure.parents.get(node.id) : node?.id;
  if (section === undefined || structure.nodes.get(section)?.kind !== 'section') return [];
  return childrenOf(structure, section)
    .flatMap((id) => structure.nodes.get(id) ?? [])
    .flatMap((child) => (child.kind === 'site-space' ? [child] : []))
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault));
}

/** The title of the item to begin with, if the visitor does not see it. */
function hiddenItem(
  { site, structure, values }: Pick<StructurePreviewProps, 'site' | 'structure' | 'values'>,
  { claims, item }: { claims: readonly string[]; item: string | undefined },
): string | undefined {
  if (item === undefined || site.adaptiveContent?.enabled !== true) return undefined;
  const state = visibilityFor(itemsOf(structure), { name: '', values }, claims).get(item)?.state;
  return state === 'hidden' ? structure.nodes.get(item)?.title : undefined;
}

function noticeOf({
  site,
  draft,
  hidden,
  visitor,
  values,
}: Pick<StructurePreviewProps, 'site' | 'draft' | 'values'> & {
  hidden: string | undefined;
  visitor: string;
}) {
  if (hidden !== undefined) {
    return (
      <>
        “<bdi>{hidden}</bdi>” is hidden from this visitor (<bdi>{visitor}</bdi>). The preview begins with the
        start of the site.
      </>
    );
  }
  if (site.adaptiveContent?.enabled !== true && !isSame(values, {}))
    return 'Adaptive content is off: every visitor sees everything.';
  return draft === 'left-out'
    ? 'The draft is in this browser only: the preview shows the site without it.'
    : null;
}
