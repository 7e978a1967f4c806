import { describe, expect, it } from 'vitest';
import type { EffectivePermission } from '#api/generated/types.gen.ts';
import { withDirectGrants } from './direct-grants.ts';
import { describeAccess } from './labels.ts';

const context = { contentId: 'guide', titleOf: () => undefined, teamTitleOf: () => undefined };

/** Roles as servers list them that give no reasons. */
const people = JSON.parse(
  JSON.stringify(['ada', 'bo'].map((id) => ({ permission: 'edit', user: { id, displayName: id } }))),
) as EffectivePermission[];

describe('reasons for access', () => {
  it('marks what is granted here, and says of the rest that the reason is unknown', () => {
    const reasons = withDirectGrants(people, [{ user: { id: 'bo' } }], 'guide').map((entry) =>
      describeAccess(entry, context),
    );
    expect(reasons).toEqual(['Not granted here; the server gives no reason', 'Granted directly here']);
  });
});
