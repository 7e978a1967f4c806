import type { Action, Choice } from './model-commands.ts';
import type { Model } from './model-state.ts';

type Base = Model['bases'][number];

const withComments = ({ bases }: Model) => bases.filter(({ comments }) => comments.length > 0);
const hasComments = (model: Model) => withComments(model).length > 0;
const nameOf = ({ space, changeRequest }: Base) =>
  changeRequest ? `#${changeRequest.number} of ${space.title}` : space.title;
const urlOf = ({ space, changeRequest }: Base) =>
  `/v1/spaces/${space.id}${changeRequest ? `/change-requests/${changeRequest.number}` : ''}/comments`;

function pickComment(model: Model, choice: Choice) {
  const base = choice.pick(withComments(model));
  const comment = choice.pick(base.comments);
  const name = `comment ${base.comments.indexOf(comment) + 1} on ${nameOf(base)}`;
  return { base, comment, name, url: `${urlOf(base)}/${comment.id}` };
}

/** Changes to comments and replies, on spaces and on change requests. */
export const commentActions: Record<string, Action> = {
  comment: {
    can: ({ bases }) => bases.length > 0,
    run: async (model, server, choice) => {
      const base = choice.pick(model.bases);
      const body = { body: { markdown: model.name('Comment') } };
      const { id } = await server.expect(200, server.as.post(urlOf(base), body));
      base.comments.push({ id, isResolved: false, replies: [] });
      await server.compareComments(base);
      return `comment on ${nameOf(base)}`;
    },
  },

  reply: {
    can: hasComments,
    run: async (model, server, choice) => {
      const { base, comment, url, name } = pickComment(model, choice);
      const body = { body: { markdown: model.name('Reply') } };
      const { id } = await server.expect(200, server.as.post(`${url}/replies`, body));
      comment.replies.push(id);
      const listed = await server.list(`${url}/replies`);
      if (listed.length !== comment.replies.length) throw new Error(`${name} has ${listed.length} replies`);
      await server.compareComments(base);
      return `reply to ${name}`;
    },
  },

  resolve: {
    can: hasComments,
    run: async (model, server, choice) => {
      const { base, comment, url, name } = pickComment(model, choice);
      comment.isResolved = choice.pick([true, true, false]);
      await server.expect(200, server.as.put(url, { resolved: comment.isResolved }));
      await server.compareComments(base);
      return `${comment.isResolved ? 'resolve' : 'reopen'} ${name}`;
    },
  },

  deleteComment: {
    can: hasComments,
    run: async (model, server, choice) => {
      const { base, comment, url, name } = pickComment(model, choice);
      await server.expect(205, server.as.delete(url));
      base.comments.splice(base.comments.indexOf(comment), 1);
      for (const path of ['', '/replies']) await server.expect(404, server.as.get(url + path));
      await server.compareComments(base);
      return `delete ${name}`;
    },
  },

  deleteReply: {
    can: ({ bases }) => bases.some(({ comments }) => comments.some(({ replies }) => replies.length > 0)),
    run: async (model, server, choice) => {
      const candidates = model.bases.flatMap((base) =>
        base.comments.filter(({ replies }) => replies.length > 0).map((comment) => ({ base, comment })),
      );
      const { base, comment } = choice.pick(candidates);
      const reply = choice.pick(comment.replies);
      const url = `${urlOf(base)}/${comment.id}/replies/${reply}`;
      await server.expect(205, server.as.delete(url));
      comment.replies = comment.replies.filter((other) => other !== reply);
      await server.expect(404, server.as.get(url));
      await server.compareComments(base);
      return `delete a reply on ${nameOf(base)}`;
    },
  },
};
