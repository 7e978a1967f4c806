import { inForm } from '../faults/fault-actions.ts';
import type { FaultCase } from '../faults/fault-run.ts';

/** The fault cases of settings. */
export const settingsCases = [
  {
    name: 'saving the settings of the organization',
    operation: 'updateOrganization',
    screen: () => '/settings/general',
    ...inForm('Name', 'Press and Paper'),
  },
] satisfies readonly FaultCase[];
