import type { Action, SeededChoice } from './model-commands.ts';
import type { Model } from './model-state.ts';

type Discussion = Model['discussions'][number];

const withComments = ({ discussions: bases }: Model) => bases.filter(({ comments }) => comments.length > 0);
const hasComments = (model: Model) => withComments(model).length > 0;
const nameOf = ({ space, changeRequest }: Discussion) =>
  changeRequest ? `#${changeRequest.number} of ${space.title}` : space.title;
const urlOf = ({ space, changeRequest }: Discussion) =>
  `/v1/spaces/${space.id}${changeRequest ? `/change-requests/${changeRequest.number}` : ''}/comments`;

function pickComment(model: Model, choice: SeededChoice) {
  const base = choice.pick(withComments(model));
  const comment = choice.pick(base.comments);
  const name = `comment ${base.comments.indexOf(comment) + 1} on ${nameOf(base)}`;
  return { base, comment, name, url: `${urlOf(base)}/${comment.id}` };
}

/** Commands on comments and replies, on spaces and on change requests. */
export const commentActions: Record<string, Action> = {
  comment: {
    canRun: ({ discussions: bases }) => bases.length > 0,
    run: async (model, server, choice) => {
      const base = choice.pick(model.discussions);
      const body = { body: { markdown: model.newTitle('Comment') } };
      const { id } = await server.expect(200, server.as.post(urlOf(base), body));
      base.comments.push({ id, isResolved: false, replies: [] });
      await server.compareComments(base);
      return `comment on ${nameOf(base)}`;
    },
  },

  reply: {
    canRun: hasComments,
    run: async (model, server, choice) => {
      const { base, comment, url, name } = pickComment(model, choice);
      const body = { body: { markdown: model.newTitle('Reply') } };
      const { id } = await server.expect(200, server.as.post(`${url}/replies`, body));
      comment.replies.push(id);
      const list = await server.list(`${url}/replies`);
      if (list.length !== comment.replies.length) throw new Error(`${name} has ${list.length} replies`);
      await server.compareComments(base);
      return `reply to ${name}`;
    },
  },

  resolve: {
    canRun: hasComments,
    run: async (model, server, choice) => {
      const { base, comment, url, name } = pickComment(model, choice);
      comment.isResolved = choice.pick([true, true, false]);
      await server.expect(200, server.as.put(url, { resolved: comment.isResolved }));
      await server.compareComments(base);
      return `${comment.isResolved ? 'resolve' : 'reopen'} ${name}`;
    },
  },

  deleteComment: {
    canRun: hasComments,
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
    canRun: ({ discussions: bases }) =>
      bases.some(({ comments }) => comments.some(({ replies }) => replies.length > 0)),
    run: async (model, server, choice) => {
      const candidates = model.discussions.flatMap((base) =>
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
