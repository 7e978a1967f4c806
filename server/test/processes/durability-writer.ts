/**
 * A process that writes as fast as it can and prints what was acknowledged, until it is killed. Run by
 * `durability.test.ts`: it first prints `found N`, the existing rows, then one line per acknowledged row.
 */
import { join } from 'node:path';
import { connect } from '#server/database/connect.ts';
import { lockDataFolder } from '#server/database/data-lock.ts';
import { migrate } from '#server/database/migrate.ts';
import { inTransaction } from '#server/database/transaction.ts';

const folder = process.argv[2] ?? '';
lockDataFolder(folder, '');
const { db } = await connect({ dataDirectory: join(folder, 'database') });
await migrate(db);
const rows = await db.selectFrom('server_settings').select('key').execute();
process.stdout.write(`found ${rows.map(({ key }) => key).join(',')}\n`);
for (let index = 0; ; index += 1) {
  const key = `${process.pid}-${index}`;
  await inTransaction(db, async (trx) => {
    await trx.insertInto('server_settings').values({ key, value: 'first' }).execute();
    await trx.updateTable('server_settings').set({ value: 'second' }).where('key', '=', key).execute();
  });
  process.stdout.write(`wrote ${key}\n`);
}
