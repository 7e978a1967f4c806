/**
 * The peer: the two compared lists as one would make them with react-admin, following its documentation: its own table,
 * search field, sorting, selection, paging and menu, and nothing that isn't needed for them.
 */
import {
  Admin,
  BooleanField,
  DataTable,
  DateField,
  EmailField,
  List,
  Pagination,
  Resource,
  SearchInput,
} from 'react-admin';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { dataProvider } from './data-provider.ts';

const filters = [<SearchInput key="q" source="q" alwaysOn />];
const pagination = <Pagination rowsPerPageOptions={[50]} />;

function Members() {
  return (
    <List
      filters={filters}
      perPage={50}
      pagination={pagination}
      sort={{ field: 'joinedAt', order: 'DESC' }}
      exporter={false}
    >
      <DataTable>
        <DataTable.Col source="user.displayName" label="Member" disableSort />
        <DataTable.Col label="Email address">
          <EmailField source="user.email" />
        </DataTable.Col>
        <DataTable.Col source="role" disableSort />
        <DataTable.Col source="lastSeenAt" label="Last seen">
          <DateField source="lastSeenAt" />
        </DataTable.Col>
        <DataTable.Col source="joinedAt" label="Joined">
          <DateField source="joinedAt" />
        </DataTable.Col>
        <DataTable.Col label="SSO">
          <BooleanField source="sso" />
        </DataTable.Col>
        <DataTable.NumberCol source="spaces" disableSort />
        <DataTable.NumberCol source="teams" disableSort />
      </DataTable>
    </List>
  );
}

function Teams() {
  return (
    <List filters={filters} perPage={50} pagination={pagination} exporter={false}>
      <DataTable>
        <DataTable.Col source="title" label="Team" disableSort />
        <DataTable.NumberCol source="members" disableSort />
        <DataTable.NumberCol source="spaces" disableSort />
        <DataTable.Col label="Created">
          <DateField source="createdAt" />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <BrowserRouter>
      <Admin dataProvider={dataProvider} disableTelemetry>
        <Resource name="members" list={Members} />
        <Resource name="teams" list={Teams} />
      </Admin>
    </BrowserRouter>,
  );
}
