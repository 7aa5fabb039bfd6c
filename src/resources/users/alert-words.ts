import {
  countWords,
  doAddAlertWords,
  doRemoveAlertWords,
  listAlertWords,
  trimAlertWord,
} from '../../accounts/alert-word.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { problems } from '../../http/parameter-problems.ts';
import { list, required, text } from '../../http/params.ts';
import { longestAlert } from '../../messages/mentions.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const words = list(text({ max: 100 }), { max: 1000 });

export const getAlertWords: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/alert_words',
  summary: 'Get your alert words',
  access: 'user',
  params: {},
  errors: [],
  handler: ({ db, user }) => ({ alert_words: listAlertWords(db, user) }),
});

export const addAlertWords: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/alert_words',
  summary: 'Add alert words',
  access: 'user',
  params: { alert_words: required(words, `Words, and phrases of at most ${longestAlert} words.`) },
  errors: [listFull],
  handler({ app, db, user }, { alert_words }) {
    const wanted = alert_words.map(trimAlertWord);
    const long = wanted.findIndex((word) => countWords(word) > longestAlert);
    if (long >= 0) {
      throw parameterInvalid({ name: `alert_words[${long}]`, problem: problems.longWords({ limit: longestAlert }) });
    }
    doAddAlertWords(app, user, wanted.filter(Boolean));
    return { alert_words: listAlertWords(db, user) };
  },
});

export const removeAlertWords: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/alert_words',
  summary: 'Remove alert words',
  access: 'user',
  params: { alert_words: required(list(text(), { max: 1000 }), 'The words to remove.') },
  errors: [],
  handler({ app, db, user }, { alert_words }) {
    doRemoveAlertWords(app, user, alert_words.map(trimAlertWord));
    return { alert_words: listAlertWords(db, user) };
  },
});
