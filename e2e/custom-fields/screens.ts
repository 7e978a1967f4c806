import { first, inOrganization, type Screen, whole } from '../screens/screen.ts';

export const customFieldScreens = [
  {
    name: 'custom-fields',
    route: '/o/$organizationId/custom-fields',
    path: inOrganization('/custom-fields'),
    shows: 'Matrix',
    empty: { shows: 'No custom fields yet' },
    failure: whole,
  },
  {
    name: 'custom-field',
    route: '/o/$organizationId/custom-fields/$fieldName',
    path: first('custom-fields', 'custom-fields'),
    shows: 'Spaces with a value',
    empty: { shows: 'No values yet' },
    failure: whole,
  },
  {
    name: 'custom-field-new',
    route: '/o/$organizationId/custom-fields/new',
    path: inOrganization('/custom-fields/new'),
    shows: 'Create field',
    failure: null,
  },
  {
    name: 'custom-field-edit',
    route: '/o/$organizationId/custom-fields/$fieldName/edit',
    path: first('custom-fields', 'custom-fields', '/edit'),
    shows: /Edit custom field/,
    failure: null,
  },
  {
    name: 'custom-field-matrix',
    route: '/o/$organizationId/custom-fields/matrix',
    path: inOrganization('/custom-fields/matrix'),
    shows: /Arrow keys|Fill down/,
    empty: { shows: 'No custom fields yet' },
    failure: whole,
  },
  {
    name: 'custom-field-import',
    route: '/o/$organizationId/custom-fields/matrix/import',
    path: inOrganization('/custom-fields/matrix/import'),
    shows: 'Empty cells clear values',
    failure: null,
  },
] satisfies readonly Screen[];
