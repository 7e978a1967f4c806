import { organizationCall } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { as, testApp } from '#server/test/test-app.ts';

export const auditLogCases = contractCases({
  calls: {
    listAuditLog: organizationCall,
  },
  // oxfmt-ignore
  permissions: {
    //            none bad  outs disa gues read comm edit revi crea owne admi
    listAuditLog: [401, 401, 404, 403, 403, 403, 403, 403, 403, 403, 403, 200],
  },
  lists: {
    listAuditLog: {
      addItem: ({ admin, base }) => as(admin).post(`${base}/translations`, { title: 'Frysk' }),
      // Entries cannot be deleted through the API.
      deleteItem: async (_fixture, _call, id) => {
        const { db } = await testApp();
        await db.deleteFrom('audit_log').where('id', '=', id).execute();
      },
    },
  },
  ids: {},
});
