import { errorKind } from '../../http/errors.ts';
import { integer, optional, required, text } from '../../http/params.ts';
import {
  accessSnippet,
  doAddSnippet,
  doEditSnippet,
  doRemoveSnippet,
  listSnippets,
  snippetMissing,
} from '../../later/saved-snippet.ts';
import { maxMessageLength } from '../../messages/message.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const titleEmpty = errorKind('title cannot be blank');
const contentEmpty = errorKind('content cannot be blank');

const titleText = text({ max: 60 });
const contentText = text({ max: maxMessageLength });
const saved_snippet_id = required(integer(), 'The snippet.');

export const getSavedSnippets: Endpoint = endpoint({
  method: 'GET',
  path: '/saved_snippets',
  summary: 'Get your saved snippets',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ db, user }) => ({ saved_snippets: listSnippets(db, user) }),
});

export const createSavedSnippet: Endpoint = endpoint({
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Create a saved snippet',
  access: 'user',
  params: {
    title: required(titleText, 'Title of the snippet.'),
    content: required(contentText, 'The text, in Markdown.'),
  },
  errors: [titleEmpty, contentEmpty, listFull],
  handler({ app, user }, { title, content }) {
    const snippet = { title: readTitle(title), content: readContent(content) };
    return { saved_snippet_id: doAddSnippet(app, user, snippet) };
  },
});

export const editSavedSnippet: Endpoint = endpoint({
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Edit a saved snippet',
  access: 'user',
  params: {
    saved_snippet_id,
    title: optional(titleText, 'New title.'),
    content: optional(contentText, 'New text, in Markdown.'),
  },
  errors: [snippetMissing, titleEmpty, contentEmpty, listFull],
  handler({ app, db, user }, { saved_snippet_id, title, content }) {
    const snippet = accessSnippet(db, user, saved_snippet_id);
    if (title === undefined && content === undefined) return {};
    doEditSnippet(app, user, {
      ...snippet,
      ...(title === undefined ? {} : { title: readTitle(title) }),
      ...(content === undefined ? {} : { content: readContent(content) }),
    });
    return {};
  },
});

export const deleteSavedSnippet: Endpoint = endpoint({
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet',
  access: 'user',
  params: { saved_snippet_id },
  errors: [snippetMissing],
  handler({ app, db, user }, { saved_snippet_id }) {
    doRemoveSnippet(app, user, accessSnippet(db, user, saved_snippet_id));
    return {};
  },
});

function readTitle(written: string): string {
  const title = written.trim();
  if (title === '') throw titleEmpty();
  return title;
}

function readContent(written: string): string {
  const content = written.trim();
  if (content === '') throw contentEmpty();
  return content;
}
