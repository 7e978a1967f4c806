import { namedItemPath, inOrganization, type Screen, everything } from '../screens/screen.ts';

export const customFieldScreens = [
  {
    name: 'custom-fields',
    route: '/o/$organizationId/custom-fields',
    path: inOrganization('/custom-fields'),
    expectedText: 'Matrix',
    empty: { expectedText: 'No custom fields yet' },
    failure: everything,
  },
  {
    name: 'custom-field',
    route: '/o/$organizationId/custom-fields/$fieldName',
    path: namedItemPath('custom-fields', 'custom-fields'),
    expectedText: 'Spaces with a value',
    empty: { expectedText: 'No values yet' },
    failure: everything,
  },
  {
    name: 'custom-field-new',
    route: '/o/$organizationId/custom-fields/new',
    path: inOrganization('/custom-fields/new'),
    expectedText: 'Create field',
    failure: null,
  },
  {
    name: 'custom-field-edit',
    route: '/o/$organizationId/custom-fields/$fieldName/edit',
    path: namedItemPath('custom-fields', 'custom-fields', '/edit'),
    expectedText: /Edit custom field/,
    failure: null,
  },
  {
    name: 'custom-field-matrix',
    route: '/o/$organizationId/custom-fields/matrix',
    path: inOrganization('/custom-fields/matrix'),
    expectedText: /\d spaces?$/,
    empty: { expectedText: 'No custom fields yet' },
    failure: everything,
  },
  {
    name: 'custom-field-import',
    route: '/o/$organizationId/custom-fields/matrix/import',
    path: inOrganization('/custom-fields/matrix/import'),
    expectedText: 'Empty cells clear values',
    failure: null,
  },
] satisfies readonly Screen[];
