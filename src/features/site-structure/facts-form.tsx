import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { z } from 'zod';
import {
  zUpdateSiteSectionBody,
  zUpdateSiteSectionGroupBody,
  zUpdateSiteSpaceBody,
} from '#api/generated/zod.gen.ts';
import { fetchFresh } from '#src/api/queries.ts';
import { TextField } from '#src/components/form/fields.tsx';
import { InlineForm } from '#src/components/form/inline-form.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { ConditionContext } from './condition-checks.ts';
import type { Editing } from './editing.ts';
import { edit } from './changes/edit.ts';
import { pathClash, pathProblem } from './site-path.ts';
import { siteStructureOptions } from './structure-query.ts';
import type { NodeFields, StructureNode } from './structure.ts';
import { kindLabel } from './labels.ts';

/** What the form holds: texts only, the empty text for what is not there. */
interface FactTexts {
  title: string;
  path: string;
  icon: string;
  description: string;
  condition: string;
}

const schemas: Record<StructureNode['kind'], z.ZodType> = {
  group: zUpdateSiteSectionGroupBody,
  section: zUpdateSiteSectionBody,
  'site-space': zUpdateSiteSpaceBody,
};

function textsOf(node: StructureNode): FactTexts {
  const none = { icon: '', description: '', condition: '' };
  if (node.kind === 'group') return { ...none, title: node.title, path: '', icon: node.icon ?? '' };
  const { title, path } = node;
  const condition = node.condition ?? '';
  if (node.kind === 'site-space') return { ...none, title, path, condition };
  return { title, path, condition, icon: node.icon ?? '', description: node.description ?? '' };
}

/** What a kind has of these, with null for what has been emptied. */
function factsFrom(node: StructureNode, texts: FactTexts): NodeFields {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  const title = texts.title.trim();
  const path = texts.path.trim();
  if (node.kind === 'group') return { title, icon: orNull(texts.icon) };
  const condition = orNull(texts.condition);
  if (node.kind === 'site-space') return { path, condition };
  return { title, path, condition, icon: orNull(texts.icon), description: orNull(texts.description) };
}

/** The facts of an item that can be changed, in a form that sends what differs. */
export function FactsForm({ editing, node: shown }: { editing: Editing; node: StructureNode }) {
  const { tree: structure, confirmed, readOnly } = editing;
  const queryClient = useQueryClient();
  const conditions = use(ConditionContext);
  const node = confirmed.nodes.get(shown.id) ?? shown;
  const check = (texts: FactTexts) => {
    if (node.kind === 'group') return texts.title.trim() === '' ? { title: 'Required' } : {};
    const title = node.kind === 'section' && texts.title.trim() === '' ? { title: 'Required' } : {};
    const path = texts.path.trim();
    const problem = path === '' ? 'Required' : pathProblem(path);
    const clash = pathClash(structure, node.id, path);
    const taken =
      clash === null ? null : `This path is already used by the ${kindLabel(node.kind)} “${clash}”.`;
    const remark = problem ?? taken;
    return { ...title, ...(remark !== null && { path: remark }) };
  };
  return (
    <InlineForm<FactTexts>
      key={node.id}
      label={`Details of ${node.title}`}
      schema={schemas[node.kind]}
      values={textsOf(node)}
      validate={check}
      readOnlyReason={readOnly}
      guard={{
        labels: {
          title: 'Title',
          path: 'Path',
          icon: 'Icon',
          description: 'Description',
          condition: 'Condition',
        },
        fetchCurrent: async () => {
          const now = await fetchFresh(queryClient, siteStructureOptions(queryClient, editing.site));
          return textsOf(now.nodes.get(node.id) ?? node);
        },
      }}
      showsSameForm={({ search }) => search.item === node.id}
      confirmSave={async ({ condition }) => {
        const isNew = condition.trim() !== '' && condition.trim() !== textsOf(node).condition;
        return !isNew || conditions.agreesTo(condition.trim());
      }}
      onSubmit={async (texts) => {
        const change = edit(node, factsFrom(node, texts));
        if (change) await editing.save(change);
      }}
    >
      {({ control, watch }) => {
        const shared = { control };
        const condition = watch('condition');
        return (
          <>
            {node.kind !== 'site-space' && (
              <TextField {...shared} name="title" label="Title" limit={node.kind === 'group' ? 100 : 128} />
            )}
            {node.kind !== 'group' && (
              <TextField
                {...shared}
                name="path"
                label="Path"
                code
                limit={100}
                hint={node.publishedUrl ?? 'Its part of the URL.'}
              />
            )}
            {node.kind !== 'site-space' && (
              <TextField
                {...shared}
                name="icon"
                label="Icon"
                optional
                code
                limit={50}
                hint="Icon name, such as rocket."
              />
            )}
            {node.kind === 'section' && (
              <TextField {...shared} name="description" label="Description" optional multiline limit={256} />
            )}
            {node.kind !== 'group' && (
              <>
                <TextField
                  {...shared}
                  name="condition"
                  label="Condition"
                  optional
                  multiline
                  code
                  limit={1024}
                  placeholder="visitor.claims.isBetaUser"
                  hint="An expression over visitor.claims. Only visitors it’s true for see this. Leave empty for everyone."
                />
                {readOnly === undefined && conditions.remarksOn(condition)}
                {condition.trim() !== '' && !conditions.areApplied && (
                  <Callout tone="warning" title="Adaptive content is off">
                    The condition is ignored. Everyone sees this. {conditions.switchOn}
                  </Callout>
                )}
              </>
            )}
          </>
        );
      }}
    </InlineForm>
  );
}
