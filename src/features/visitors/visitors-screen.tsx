import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Braces,
  MoreHorizontal,
  PencilLine,
  Plus,
  TextCursorInput,
  Trash2,
  UserSearch,
  CircleCheck,
  Filter,
} from 'lucide-react';
import { lazy, Suspense } from 'react';
import { parseCondition } from '#api/evaluate-condition.ts';
import type { Organization, Site, AdaptiveJsonSchema } from '#api/generated/types.gen.ts';
import { permissionReasons, reasonUnless } from '#src/domain/permission/permissions.ts';
import { removeDialogLabel, renameDialogLabel } from '#src/lib/shared-labels.ts';
import { formatCount } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Callout } from '#src/ui/callout.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { SegmentedControl } from '#src/ui/form/segmented-control.tsx';
import { MenuIconButton } from '#src/ui/menu-button.tsx';
import { SkeletonRows } from '#src/ui/skeleton.tsx';
import type { SiteItem } from './audience.ts';
import type { Audience } from './authentication-panel.tsx';
import { ClaimChangeDialog } from './claim-change-dialog.tsx';
import { ClaimForm, SchemaDialog } from './claim-forms.tsx';
import { claimUses } from './claim-uses.ts';
import { listClaims, schemaOf, type Claim, type SitePath } from './claims.ts';
import { FindingLines } from './finding-lines.tsx';
import { lintCondition } from './lint-condition.ts';
import { Simulator } from './simulator.tsx';
import type { View, VisitorsSearch } from './visitors-search.ts';

const AuthenticationPanel = lazy(async () => ({
  default: (await import('./authentication-panel.tsx')).AuthenticationPanel,
}));

interface ConditionsPanelProps {
  path: SitePath;
  items: readonly SiteItem[];
  /** Undefined where the server doesn't tell them: conditions aren't checked. */
  claims: readonly Claim[] | undefined;
}

/** All conditions of the site with their findings, errors first. */
function ConditionsPanel({ path, items, claims }: ConditionsPanelProps) {
  const checked = items
    .flatMap((item) =>
      item.condition === null
        ? []
        : [{ ...item, findings: claims ? lintCondition(item.condition, claims) : [] }],
    )
    .toSorted((a, b) => severityRank(b) - severityRank(a));
  if (checked.length === 0) {
    return (
      <EmptyState icon={<Filter />} title="No conditions yet">
        A condition limits who sees a section or site space. Add one to an item in the structure.
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Conditions" className="divide-y divide-line rounded-lg border border-line">
      {checked.map(({ id, title, condition, findings }) => (
        <li key={id} className="grid gap-x-6 gap-y-1 px-4 py-2.5 md:grid-cols-5">
          <Link
            to="/o/$organizationId/sites/$siteId/structure"
            params={path}
            search={{ item: id }}
            className="link justify-self-start font-medium wrap-anywhere"
            dir="auto"
          >
            {title}
          </Link>
          <code className="font-mono text-xs leading-5 wrap-anywhere md:col-span-2">{condition}</code>
          <div className="flex min-w-0 flex-col gap-1 md:col-span-2">
            {claims && findings.length === 0 && (
              <span className="flex items-center gap-1.5 text-xs leading-5 text-ink-soft">
                <CircleCheck aria-hidden="true" className="size-3.5 text-success-ink" />
                No problems found
              </span>
            )}
            <FindingLines findings={findings} />
          </div>
        </li>
      ))}
    </ul>
  );
}

const severityRank = ({ findings }: { findings: readonly { severity: string }[] }) =>
  findings.some(({ severity }) => severity === 'error') ? 2 : Math.min(1, findings.length);

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
function ClaimsActions(props: Pick<ClaimsPanelProps, 'isAdministrator' | 'onSearch'>) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button icon={<Braces />} onClick={() => props.onSearch({ view: 'claims', dialog: 'json' })}>
        JSON
      </Button>
      <NewClaimButton {...props} />
    </span>
  );
}

function ClaimsPanel(props: ClaimsPanelProps) {
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
                    label: renameDialogLabel,
                    icon: <TextCursorInput />,
                    disabledReason,
                    onSelect: () => open('rename', name),
                  },
                  'separator',
                  {
                    label: removeDialogLabel,
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

interface VisitorsScreenProps {
  organization: Organization;
  site: Site;
  /** Who may read the site, in words. */
  audience: Audience;
  /** All site items in order, parents first. */
  items: readonly SiteItem[];
  search: VisitorsSearch;
  onSearch: (search: VisitorsSearch) => void;
}

const views: readonly { value: View; label: string }[] = [
  { value: 'simulator', label: 'Simulator' },
  { value: 'conditions', label: 'Conditions' },
  { value: 'claims', label: 'Claims' },
  { value: 'authentication', label: 'Authentication' },
];

export function VisitorsScreen({
  organization,
  site,
  audience,
  items,
  search,
  onSearch,
}: VisitorsScreenProps) {
  const path = { organizationId: organization.id, siteId: site.id };
  const { data } = useSuspenseQuery(schemaOf(path));
  const claims = data && listClaims(data.jsonSchema);
  const shared = { path, items, search, onSearch };
  const view = search.view ?? 'simulator';
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SegmentedControl
          label="View"
          options={views}
          value={view}
          onChange={(next) => onSearch({ view: next })}
        />
        {view === 'claims' && claims && claims.length > 0 && (
          <ClaimsActions isAdministrator={organization.permissions.admin} onSearch={onSearch} />
        )}
      </div>
      {view !== 'authentication' && site.adaptiveContent?.enabled !== true && (
        <Callout tone="warning" title="Adaptive content is off">
          Every visitor sees everything. This page shows what applies once you turn it on in the site
          settings.
        </Callout>
      )}
      {view === 'authentication' && (
        <Suspense fallback={<SkeletonRows label="Loading visitor authentication" />}>
          <AuthenticationPanel
            organization={organization}
            site={site}
            audience={audience}
            claims={claims ?? []}
            {...shared}
          />
        </Suspense>
      )}
      {view === 'conditions' && <ConditionsPanel {...shared} claims={claims ?? undefined} />}
      {claims && view === 'simulator' && <Simulator {...shared} claims={claims} />}
      {claims && view === 'claims' && (
        <ClaimsPanel
          {...shared}
          claims={claims}
          schema={data.jsonSchema}
          isAdministrator={organization.permissions.admin}
        />
      )}
      {!claims && ['simulator', 'claims'].includes(view) && (
        <EmptyState icon={<UserSearch />} title="No visitor claims on this server">
          You can still edit conditions in the structure.
        </EmptyState>
      )}
    </div>
  );
}
