import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import type { Site } from '#api/generated/types.gen.ts';
import { optionalPart } from '#src/components/errors/load-part.ts';
import type { TextControl } from '#src/components/form/fields.tsx';
import type { ConditionChecks } from '#src/features/site-structure/condition-checks.ts';
import type { SitePath } from '#src/features/site-structure/queries.ts';
import type { SiteStructure } from '#src/features/site-structure/structure.ts';
import { Textarea } from '#src/ui/form/input.tsx';
import { conditionsOf, itemsOf } from './site-items.ts';

// Loaded lazily because they contain the condition parser. All are optional: if their code cannot be loaded, the screen
// still works.
const loadFindings = () => import('#src/features/visitors/condition-findings.tsx');
const ConditionRules = optionalPart(async () => ({
  default: (await import('#src/features/visitors/builder/condition-builder.tsx')).ConditionBuilder,
}));
const ConditionOutcome = optionalPart(async () => ({
  default: (await import('#src/features/visitors/builder/condition-outcome.tsx')).ConditionOutcome,
}));

/** The text without its completion. */
function PlainText({ path: _path, onChange, ...control }: TextControl & { path: SitePath }) {
  return (
    <Textarea
      {...control}
      onChange={({ target }) => onChange(target.value)}
      className="min-h-16 font-mono"
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
    />
  );
}

const ConditionText = optionalPart<TextControl & { path: SitePath }>(
  async () => ({
    default: (await import('#src/features/visitors/builder/condition-text.tsx')).ConditionText,
  }),
  PlainText,
);

/** The condition checks used by the structure editor. */
export function useConditionChecks(
  { organizationId, siteId }: SitePath,
  site: Site,
  structure: SiteStructure,
): ConditionChecks {
  const queryClient = useQueryClient();
  const areApplied = site.adaptiveContent?.enabled ?? false;
  return useMemo(() => {
    const path = { organizationId, siteId };
    const items = itemsOf(structure);
    const conditions = conditionsOf(structure);
    return {
      areApplied,
      rulesFor: (condition, onChange) => (
        <Suspense>
          <ConditionRules path={path} conditions={conditions} condition={condition} onChange={onChange} />
        </Suspense>
      ),
      textFor: (control) => (
        <Suspense fallback={<PlainText {...control} path={path} />}>
          <ConditionText {...control} path={path} />
        </Suspense>
      ),
      findingsFor: (condition, ids) => (
        <Suspense>
          <ConditionOutcome path={path} items={items} ids={ids} condition={condition} />
        </Suspense>
      ),
      confirmSave: async (condition) => {
        const loaded = await loadFindings().catch(() => null);
        return loaded?.confirmCondition(queryClient, path, condition) ?? true;
      },
      switchOn: (
        <Link to="/o/$organizationId/sites/$siteId/settings" params={path} className="link">
          Turn it on
        </Link>
      ),
    };
  }, [queryClient, organizationId, siteId, areApplied, structure]);
}
