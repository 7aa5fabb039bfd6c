import { integer, required, text } from '../../http/params.ts';
import {
  accessPlayground,
  doAddPlayground,
  doRemovePlayground,
  playgroundErrors,
  playgroundLimits,
  playgroundNotFound,
} from '../../organization/playground.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const addPlayground: Endpoint = endpoint({
  method: 'POST',
  path: '/realm/playgrounds',
  summary: 'Add a code playground',
  access: 'administrator',
  params: {
    name: required(text({ max: playgroundLimits.name }), 'Name that clients show.'),
    url_template: required(
      text({ max: playgroundLimits.url_template }),
      'URL of the playground: an RFC 6570 template with the variable `code`.',
    ),
    pygments_language: required(
      text({ max: playgroundLimits.pygments_language }),
      'Programming language of the playground.',
    ),
  },
  errors: [...playgroundErrors, realmListFull],
  handler({ app }, playground) {
    return { id: doAddPlayground(app, playground) };
  },
});

export const removePlayground: Endpoint = endpoint({
  method: 'DELETE',
  path: '/realm/playgrounds/{playground_id}',
  summary: 'Remove a code playground',
  access: 'administrator',
  params: { playground_id: required(integer(), 'The playground.') },
  errors: [playgroundNotFound],
  handler({ app, db }, { playground_id }) {
    doRemovePlayground(app, accessPlayground(db, playground_id));
    return {};
  },
});
