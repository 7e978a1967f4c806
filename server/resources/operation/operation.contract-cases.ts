import { insertOperators } from '#server/access/operators.ts';
import { newId } from '#server/base/ids.ts';
import { BACKUP_JOB } from '#server/queue/backup-jobs.ts';
import type { ApiFixture } from '#server/test/contract/call-factories.ts';
import { contractCases } from '#server/test/contract/contract-cases.ts';
import { testApp } from '#server/test/test-app.ts';

/** Of the callers, the administrator is an operator of the server, too; that no other administrator is one, `operation.test.ts` says. */
async function operatorCall({ admin }: ApiFixture) {
  const { app, db, clock } = await testApp();
  await insertOperators(db, [admin.id], clock.now());
  app.actors.invalidateUser(admin.id);
  await app.actors.flush();
  return { params: {} };
}

/** The same, where none waits. */
async function backupCall(fixture: ApiFixture) {
  const { db } = await testApp();
  await db.deleteFrom('jobs').where('kind', '=', BACKUP_JOB).execute();
  return operatorCall(fixture);
}

/** With a backup that a server has made. */
async function checkCall(fixture: ApiFixture) {
  const { db, clock } = await testApp();
  const backupName = `${newId()}.dump`;
  const backup = { name: backupName, place: `/backups/${backupName}`, bytes: 1, at: clock.now() };
  await db
    .insertInto('backups')
    .values({ ...backup, is_verified: true })
    .execute();
  await backupCall(fixture);
  return { params: { backupName } };
}

export const operationCases = contractCases({
  calls: {
    getOperation: operatorCall,
    createBackup: backupCall,
    checkBackup: checkCall,
  },
  // oxfmt-ignore
  permissions: {
    //            none bad  outs disa gues read comm edit revi crea owne admi
    getOperation: [401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 200],
    createBackup: [401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 202],
    checkBackup:  [401, 401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 202],
  },
  lists: {},
  ids: { backupName: { otherKind: 'spaceId', isOfInstallation: true, isKeptWhenUnknown: true } },
  createIds: async (fixture) => (await checkCall(fixture)).params,
  // The log of the installation has it.
  exceptions: { createBackup: { isUnaudited: true }, checkBackup: { isUnaudited: true } },
});
