import pg from 'pg';
import { newId } from '#server/base/ids.ts';
import { removePrograms } from './processes/programs.ts';

/**
 * Marks the databases of one run, so that they can be dropped at its end: the files of a worker share one, and no file
 * knows whether it is the last.
 */
export default function setUp(): () => Promise<void> {
  const run = newId().toLowerCase();
  process.env.TEST_RUN = run;
  return async () => {
    removePrograms(run);
    const url = process.env.TEST_DATABASE_URL;
    if (url === undefined || url === '') return;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [`bindery\\_${run}\\_%`],
    );
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
    await client.end();
  };
}
