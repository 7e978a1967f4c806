import { Braces, MoreHorizontal, PencilLine, Plus, TextCursorInput, Trash2, UserSearch } from 'lucide-react';
import { parseCondition } from '#api/evaluate-condition.ts';
import type { AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import type { SiteItem } from './audience.ts';
import { ClaimChangeDialog } from './claim-change-dialog.tsx';
import { ClaimForm, SchemaDialog } from './claim-forms.tsx';
import { claimUses } from './claim-uses.ts';
import type { Claim, SitePath } from './claims.ts';
import type { VisitorsSearch } from './visitors-search.ts';

interface ClaimsPanelProps {
  path: SitePath;
  items: readonly SiteItem[];
  claims: readonly Claim[];
  schema: AdaptiveJsonSchema;
  isAdministrator: boolean;
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

function NewClaimButton({
  isAdministrator,
  onSearch,
}: Pick<ClaimsPanelProps, 'isAdministrator' | 'onSearch'>) {
  return (
    <Button
      tone="primary"
      icon={<Plus />}
      disabledReason={reasonUnless(isAdministrator, permissionReasons.administrator)}
      onClick={() => onSearch({ view: 'claims', dialog: 'new' })}
    >
      New claim
    </Button>
  );
}

/** Stand beside the views. Without claims, the empty state offers to make the first. */
export function ClaimsActions(props: Pick<ClaimsPanelProps, 'isAdministrator' | 'onSearch'>) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button icon={<Braces />} onClick={() => props.onSearch({ view: 'claims', dialog: 'json' })}>
        JSON
      </Button>
      <NewClaimButton {...props} />
    </span>
  );
}

/** The claims that conditions can use, with how many use each. */
export function ClaimsPanel(props: ClaimsPanelProps) {
  const { items, claims, isAdministrator, search, onSearch } = props;
  const disabledReason = reasonUnless(isAdministrator, permissionReasons.administrator);
  const uses = countUses(items);
  const open = (dialog: VisitorsSearch['dialog'], claim: string) =>
    onSearch({ view: 'claims', dialog, claim });
  return (
    <section aria-label="Claims">
      {claims.length === 0 ? (
        <EmptyState icon={<UserSearch />} title="No claims yet" action={<NewClaimButton {...props} />}>
          A claim is a fact about a visitor, such as isPartner. Conditions use claims to decide who sees what.
        </EmptyState>
      ) : (
        <ul aria-label="Claims" className="divide-y divide-line rounded-lg border border-line">
          {claims.map(({ name, description }) => (
            <li key={name} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <div className="grid min-w-0 flex-1 gap-x-6 md:grid-cols-3">
                <code className="font-mono wrap-anywhere">{name}</code>
                <p dir="auto" className="text-ink-soft md:col-span-2">
                  {description || 'No description.'}
                </p>
              </div>
              <span className="w-24 shrink-0 text-right text-xs text-ink-soft tabular-nums">
                {formatCount(uses.get(name) ?? 0, 'condition')}
              </span>
              <MenuIconButton
                label={`Actions for ${name}`}
                align="end"
                entries={() => [
                  {
                    label: 'Edit description…',
                    icon: <PencilLine />,
                    disabledReason,
                    onSelect: () => open('edit', name),
                  },
                  {
                    label: 'Rename…',
                    icon: <TextCursorInput />,
                    disabledReason,
                    onSelect: () => open('rename', name),
                  },
                  'separator',
                  {
                    label: 'Remove…',
                    icon: <Trash2 />,
                    tone: 'danger',
                    disabledReason,
                    onSelect: () => open('remove', name),
                  },
                ]}
              >
                <MoreHorizontal />
              </MenuIconButton>
            </li>
          ))}
        </ul>
      )}
      <ClaimDialog {...props} search={search} />
    </section>
  );
}

function countUses(items: readonly SiteItem[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { condition } of items) {
    if (condition === null) continue;
    const used = new Set(claimUses(parseCondition(condition)).map(({ claim }) => claim));
    for (const claim of used) counts.set(claim, (counts.get(claim) ?? 0) + 1);
  }
  return counts;
}

function ClaimDialog({ path, items, claims, schema, isAdministrator, search, onSearch }: ClaimsPanelProps) {
  const close = () => onSearch({ view: 'claims' });
  const claim = claims.find(({ name }) => name === search.claim);
  if (search.dialog === 'json')
    return <SchemaDialog path={path} schema={schema} readOnly={!isAdministrator} onClose={close} />;
  if (!isAdministrator) return null;
  if (search.dialog === 'new') return <ClaimForm path={path} claims={claims} onClose={close} />;
  if (claim && search.dialog === 'edit')
    return <ClaimForm path={path} claims={claims} claim={claim} onClose={close} />;
  // After the change the claim no longer exists, but the dialog still shows the results.
  const subject = claim ?? { name: search.claim ?? '', description: '' };
  if (search.dialog === 'rename' || search.dialog === 'remove')
    return (
      <ClaimChangeDialog
        key={search.dialog}
        action={search.dialog}
        path={path}
        items={items}
        claims={claims}
        claim={subject}
        onClose={close}
      />
    );
  return null;
}
