import { connect } from '#server/database/engine/connect.ts';
import { setPage } from '../fake-web.ts';
import { startApp } from '../test-app.ts';
import { locationOf } from '../test-database.ts';
import { trackPublishes } from './publish-counts.ts';
import { inject, flushMessages } from './round-robin.ts';
import type { ServerCommand, ServerMessage, ServerResponse } from './second-server.ts';

/** The process of a `SecondServer`: an app like the tests' one, on the database given as argument. */

const [, , databaseUrl = ''] = process.argv;
const database = await connect(locationOf(databaseUrl));
const { app, clock } = await startApp({ database });
const publishCounts = trackPublishes(database.pubSub);

process.on('message', (order: ServerCommand) => {
  if (order.type === 'clock') clock.offset = order.offset;
  else if (order.type === 'page') setPage(order.url, order.page);
  else void report(order);
});
process.on('disconnect', () => process.exit());
send({ type: 'ready' });

async function report({ id, task }: Extract<ServerCommand, { type: 'task' }>): Promise<void> {
  try {
    let response: ServerResponse | undefined;
    if (task.type === 'request') response = await inject(app, task.request);
    else if (task.type === 'tell') await flushMessages(app);
    else await database.pubSub?.waitForDelivery();
    send({ type: 'done', id, response, publishCounts: { ...publishCounts } });
  } catch (error) {
    send({
      type: 'failed',
      id,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
}

function send(report: ServerMessage): void {
  process.send?.(report);
}
