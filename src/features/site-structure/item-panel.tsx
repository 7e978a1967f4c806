import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, CornerDownRight, MoreHorizontal, Star } from 'lucide-react';
import { use } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import {
  zUpdateSiteSectionBody,
  zUpdateSiteSectionGroupBody,
  zUpdateSiteSpaceBody,
} from '#api/generated/zod.gen.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { IconField } from '#src/domain/icons/icon-field.tsx';
import { describePathLanguage } from '#src/domain/published/content-language.ts';
import { OpenPublished } from '#src/domain/published/open-published.tsx';
import { childrenOf, TOP } from '#src/lib/ordered-tree.ts';
import { formatCount, formatNumber } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button, IconButton } from '#src/ui/button.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { addressChanges } from './changes/addresses.ts';
import { makeDefault } from './changes/default.ts';
import { edit } from './changes/edit.ts';
import { ConditionContext, conditionField } from './condition-checks.ts';
import { ConditionField } from './condition-field.tsx';
import { AddressConsequences } from './consequences/address-consequences.tsx';
import type { Editing } from './editing.ts';
import { kindLabel } from './labels.ts';
import { pathClash, pathProblem } from './move-rules.ts';
import { siteStructureOptions } from './queries.ts';
import { itemMenu, movingEntries } from './structure-menu.tsx';
import { siteRules } from './structure-policy.ts';
import { publishedUrlOf, type NodeFields, type StructureNode } from './structure.ts';

/** Form values; missing values are empty strings. */
interface FieldTexts {
  title: string;
  path: string;
  icon: string;
  description: string;
  condition: string;
}

/** Where an item is, and what its path says about the language of its pages. */
function describePath(node: StructureNode, path: string, url: string | null): string {
  const place = url ?? 'The item’s part of the URL.';
  const language = node.kind === 'site-space' ? describePathLanguage(path) : undefined;
  return language === undefined ? place : `${place} ${language}`;
}

/** What another path does to the addresses of a published site. */
function addressesWithPath({ confirmed, publishedUrl }: Editing, node: StructureNode, path: string) {
  const change = node.kind === 'group' || path === '' ? null : edit(node, { path });
  return change ? addressChanges(confirmed, siteRules.apply(confirmed, change), publishedUrl) : [];
}

const schemas: Record<StructureNode['kind'], z.ZodType> = {
  group: zUpdateSiteSectionGroupBody,
  section: zUpdateSiteSectionBody,
  'site-space': zUpdateSiteSpaceBody,
};

function textsOf(node: StructureNode): FieldTexts {
  const none = { icon: '', description: '', condition: '' };
  if (node.kind === 'group') return { ...none, title: node.title, path: '', icon: node.icon ?? '' };
  const { title, path } = node;
  const condition = node.condition ?? '';
  if (node.kind === 'site-space') return { ...none, title, path, condition };
  return { title, path, condition, icon: node.icon ?? '', description: node.description ?? '' };
}

/** The fields of the node's kind; null for empty values. */
function fieldsFrom(node: StructureNode, texts: FieldTexts): NodeFields {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const title = texts.title.trim();
  const path = texts.path.trim();
  if (node.kind === 'group') return { title, icon: orNull(texts.icon) };
  const condition = orNull(texts.condition);
  if (node.kind === 'site-space') return { path, condition };
  return { title, path, condition, icon: orNull(texts.icon), description: orNull(texts.description) };
}

/** Where visitors find an item; null before publishing, and for groups. */
function urlOf({ confirmed, publishedUrl }: Editing, { id }: StructureNode): string | null {
  const node = confirmed.nodes.get(id);
  return node && node.kind !== 'group' ? publishedUrlOf(confirmed, node, publishedUrl) : null;
}

/** Why texts can't be saved, by field. */
function problemsOf(structure: Editing['tree'], node: StructureNode, texts: FieldTexts) {
  if (node.kind === 'group') return texts.title.trim() === '' ? { title: 'Required' } : {};
  const title = node.kind === 'section' && texts.title.trim() === '' ? { title: 'Required' } : {};
  const path = texts.path.trim();
  const problem = path === '' ? 'Required' : pathProblem(path);
  const clash = pathClash(structure, node.id, path);
  const clashProblem =
    clash === null ? null : `This path is already used by the ${kindLabel(node.kind)} “${clash}”.`;
  const message = problem ?? clashProblem;
  return { ...title, ...(message !== null && { path: message }) };
}

/** The details of an item as a form that sends only changed fields. */
function DetailsForm({ editing, node: shown }: { editing: Editing; node: StructureNode }) {
  const { tree: structure, confirmed, readOnly } = editing;
  const url = urlOf(editing, shown);
  const queryClient = useQueryClient();
  const conditions = use(ConditionContext);
  const node = confirmed.nodes.get(shown.id) ?? shown;
  return (
    <InlineForm<FieldTexts>
      key={node.id}
      label={`Details of ${node.title}`}
      schema={schemas[node.kind]}
      values={textsOf(node)}
      validate={(texts) => problemsOf(structure, node, texts)}
      readOnlyReason={readOnly}
      guard={{
        labels: {
          title: 'Title',
          path: 'Path',
          icon: 'Icon',
          description: 'Description',
          condition: 'Condition',
        },
        unshown: node.kind === 'site-space' ? ['title'] : [],
        fetchCurrent: async () => {
          const now = await fetchFresh(queryClient, siteStructureOptions(queryClient, editing.site));
          return textsOf(now.nodes.get(node.id) ?? node);
        },
      }}
      showsSameForm={({ search }) => search.item === node.id}
      confirmSave={async ({ condition }) => {
        const isNew = condition.trim() !== '' && condition.trim() !== textsOf(node).condition;
        return !isNew || conditions.confirmSave(condition.trim());
      }}
      onSubmit={async (texts) => {
        // As someone else may have saved it a moment ago: only what differs from that is sent, and undone.
        const { queryKey } = siteStructureOptions(queryClient, editing.site);
        const now = queryClient.getQueryData(queryKey)?.nodes.get(node.id) ?? node;
        const change = edit(now, fieldsFrom(now, texts));
        if (change) await editing.save(change);
      }}
    >
      {({ control, watch, setValue }) => (
        <DetailFields
          control={control}
          watch={watch}
          setValue={setValue}
          editing={editing}
          node={node}
          url={url}
          isReadOnly={readOnly !== undefined}
        />
      )}
    </InlineForm>
  );
}

interface DetailFieldsProps extends Pick<
  UseFormReturn<FieldTexts, unknown, FieldTexts>,
  'control' | 'watch' | 'setValue'
> {
  editing: Editing;
  node: StructureNode;
  /** Where visitors find it. */
  url: string | null;
  isReadOnly: boolean;
}

/** The fields of the node's kind. */
function DetailFields({ control, watch, setValue, editing, node, url, isReadOnly }: DetailFieldsProps) {
  return (
    <>
      {node.kind !== 'site-space' && (
        <TextField control={control} name="title" label="Title" limit={node.kind === 'group' ? 100 : 128} />
      )}
      {node.kind !== 'group' && (
        <TextField
          control={control}
          name="path"
          label="Path"
          code
          limit={100}
          hint={describePath(node, watch('path'), url)}
        />
      )}
      <AddressConsequences
        site={editing.site}
        siteUrl={editing.publishedUrl}
        changes={addressesWithPath(editing, node, watch('path').trim())}
      />
      {node.kind !== 'site-space' && <IconField control={control} name="icon" />}
      {node.kind === 'section' && (
        <TextField control={control} name="description" label="Description" optional multiline limit={256} />
      )}
      {node.kind !== 'group' && (
        <ConditionField
          condition={watch('condition')}
          ids={[node.id]}
          isReadOnly={isReadOnly}
          onChange={(condition) => setValue('condition', condition, { shouldDirty: true })}
        >
          {(renderControl) => (
            <TextField
              control={control}
              {...conditionField}
              renderControl={renderControl}
              hint="An expression on visitor.claims. Visitors see this if it’s true. Leave empty for everyone."
            />
          )}
        </ConditionField>
      )}
    </>
  );
}

const moveIcons = [<ArrowUp key="up" />, <ArrowDown key="down" />, <CornerDownRight key="to" />];

/** An item's position, actions and details. */
export function ItemPanel({ editing, node }: { editing: Editing; node: StructureNode }) {
  const url = urlOf(editing, node);
  return (
    <div className="flex flex-col gap-4 p-4">
      <ItemLocation editing={editing} node={node} />
      {editing.readOnly === undefined && <ItemActions editing={editing} node={node} />}
      {node.kind !== 'group' && (
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          <DefaultLine editing={editing} node={node} />
          {url !== null && <OpenPublished url={url} label="Open page" site={editing.site} />}
        </div>
      )}
      <DetailsForm editing={editing} node={node} />
    </div>
  );
}

/** Moves the item; the rest is in a menu. */
function ItemActions({ editing, node }: { editing: Editing; node: StructureNode }) {
  return (
    <div className="-mr-2 flex items-center gap-1">
      {movingEntries(editing, [node.id]).map(({ label, disabledReason, onSelect }, index) => (
        <IconButton
          key={label}
          tone="neutral"
          label={label}
          disabledReason={disabledReason}
          onClick={onSelect}
        >
          {moveIcons[index]}
        </IconButton>
      ))}
      <span className="flex-1" />
      <MenuIconButton
        label={`More actions for ${node.title}`}
        align="end"
        entries={() => itemMenu(editing, node, 'panel')}
      >
        <MoreHorizontal />
      </MenuIconButton>
    </div>
  );
}

/** Links to the item's container and children. */
function ItemLocation({ editing, node }: { editing: Editing; node: StructureNode }) {
  const { tree: structure, open } = editing;
  const parent = structure.parents.get(node.id) ?? TOP;
  const parentNode = structure.nodes.get(parent);
  const siblings = childrenOf(structure, parent);
  const childCount = childrenOf(structure, node.id).length;
  return (
    <p className="text-ink-soft">
      {formatNumber(siblings.indexOf(node.id) + 1)} of {formatNumber(siblings.length)}{' '}
      {parentNode ? (
        <>
          in the {kindLabel(parentNode.kind)}{' '}
          <button type="button" className="link" onClick={() => open(parentNode.id)}>
            {parentNode.title}
          </button>
        </>
      ) : (
        'at the top level'
      )}
      {node.kind === 'group' && <>, with {formatCount(childCount, 'section')}</>}
      {node.kind === 'section' && <>, with {formatCount(childCount, 'site space')}</>}
      {node.kind === 'site-space' && <>. Uses the title of its space.</>}
    </p>
  );
}

function DefaultLine({
  editing,
  node,
}: {
  editing: Editing;
  node: Exclude<StructureNode, { kind: 'group' }>;
}) {
  const what = kindLabel(node.kind);
  const where =
    node.kind === 'section' || editing.tree.parents.get(node.id) === TOP ? 'on this site' : 'in its section';
  if (node.isDefault) {
    return (
      <p className="flex grow items-center gap-2 text-ink-soft">
        <Badge tone="accent">Default</Badge> Visitors see it first {where}.
      </p>
    );
  }
  if (editing.readOnly !== undefined) return null;
  return (
    <Button icon={<Star />} onClick={() => editing.act(makeDefault(editing.tree, node.id))}>
      Set as default {what}
    </Button>
  );
}
