// @module-tag both-engines
// @module-tag kills
import { describe, expect, it, onTestFinished } from 'vitest';
import { SeededRandom } from '../random.ts';
import { KillableServer, listAll, ServerData } from './killable-server.ts';

const KILLS = Number(process.env.KILLS ?? 2);
/** Acknowledged changes before each kill, at least; 300 kills are 50,000 changes. */
const CHANGES = 168;
const CLIENTS = 8;
/** Every third kill has a second start before it. */
const SECOND_STARTS = 3;
const isEmbedded = process.env.TEST_ENGINE !== 'postgres';

interface Team {
  id: string;
  title: string;
  members: number;
}

/** Creates teams, each with a member and an entry in the audit log, until the server is killed in the middle of it. */
async function createUntilKilled(
  server: KillableServer,
  organization: string,
  member: string,
  round: number,
) {
  const acknowledged: string[] = [];
  const unanswered: { title: string; members: string[] }[] = [];
  const random = new SeededRandom(round);
  const changes = CHANGES + random.below(CLIENTS);
  let isKilled = false;
  const client = async (name: number): Promise<void> => {
    for (let index = 0; !isKilled; index += 1) {
      const body = { title: `${round}-${name}-${index}`, members: [member] };
      const response = await server.send('PUT', `${organization}/teams`, body, body.title);
      if (!response) {
        unanswered.push(body);
        return;
      }
      expect(response).toMatchObject({ status: 201 });
      acknowledged.push(response.body.id);
      if (acknowledged.length < changes || isKilled) continue;
      isKilled = true;
      await server.kill();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  return { acknowledged, unanswered };
}

describe('a server that is killed while it writes', () => {
  it(
    `loses no acknowledged change and keeps none in part, ${KILLS} times in a row`,
    async () => {
      const data = await ServerData.create();
      onTestFinished(data.close);
      const server = await KillableServer.start(data);
      const [{ id }] = (await server.expect('GET', '/v1/orgs')).items;
      const organization = `/v1/orgs/${id}`;
      const { id: member } = await server.expect('GET', '/v1/user');
      const acknowledged = new Set<string>();
      const starts: number[] = [];
      const repeated: string[] = [];
      let refused = 0;
      for (let round = 0; round < KILLS; round += 1) {
        if (isEmbedded && round % SECOND_STARTS === 0) {
          const second = await server.startSecond();
          expect(second.output).toContain('is using the data folder');
          expect(second.code).toBe(1);
          refused += 1;
        }
        const { acknowledged: recent, unanswered } = await createUntilKilled(
          server,
          organization,
          member,
          round,
        );
        starts.push(await server.restart());
        // Who got no answer sends the change again, with its key: it is made once.
        for (const body of unanswered) {
          const again = await server.send('PUT', `${organization}/teams`, body, body.title);
          // 409: it was made, and the response is lost.
          expect([201, 409]).toContain(again?.status);
          repeated.push(body.title);
        }
        for (const team of recent) {
          acknowledged.add(team);
          expect(await server.expect('GET', `${organization}/teams/${team}`)).toMatchObject({ members: 1 });
        }
      }
      const teams = await listAll<Team>(server, `${organization}/teams?`);
      expect(new Set(teams.map((team) => team.id)).size).toBe(teams.length);
      const titles = teams.map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
      expect(repeated.filter((title) => !titles.includes(title))).toEqual([]);
      const keptIds = new Set(teams.map((team) => team.id));
      expect([...acknowledged].filter((team) => !keptIds.has(team))).toEqual([]);
      // An unacknowledged change is there as a whole or not at all.
      const ours = teams.filter(({ title }) => /^\d+-\d+-\d+$/.test(title));
      expect(ours.filter(({ members }) => members !== 1)).toEqual([]);
      const entries = await listAll(server, `${organization}/audit-log?action=createTeam&`);
      expect(entries).toHaveLength(ours.length);
      const inOrder = starts.toSorted((a, b) => a - b).map(Math.round);
      process.stdout.write(
        `${KILLS} kills, ${acknowledged.size} acknowledged changes, ${refused} second starts refused; ready again after ${inOrder[Math.floor(inOrder.length / 2)]} ms (median), ${inOrder[Math.ceil(inOrder.length * 0.95) - 1]} ms (95 of 100)\n`,
      );
    },
    240_000 + KILLS * 30_000,
  );
});
