import { describe, expect, it } from 'vitest';
import { createMember } from '#server/test/factories.ts';
import { anonymous, as, testApp } from '#server/test/test-app.ts';

describe('getCurrentUser', () => {
  it('answers 401 without a token', async () => {
    expect((await as(anonymous).get('/v1/user')).status).toBe(401);
  });

  it('returns the owner of the token, with the photo if there is one', async () => {
    const member = await createMember({ displayName: 'Ada Admin' });
    const { status, body } = await as(member).get('/v1/user');
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'user',
      id: member.id,
      displayName: 'Ada Admin',
      email: member.email,
      urls: {},
    });
    const { db, app } = await testApp();
    const photo_url = 'https://press.example/ada.png';
    await db.updateTable('users').set({ photo_url }).where('id', '=', member.id).execute();
    app.actors.invalidateUser(member.id);
    expect((await as(member).get('/v1/user')).body.photoURL).toBe(photo_url);
  });

  it('responds to users without an organization, or disabled in theirs', async () => {
    const disabled = await createMember({ disabled: true });
    expect((await as(disabled).get('/v1/user')).status).toBe(200);
    const { db } = await testApp();
    await db.deleteFrom('members').where('user_id', '=', disabled.id).execute();
    expect((await as(disabled).get('/v1/user')).body.id).toBe(disabled.id);
  });
});
