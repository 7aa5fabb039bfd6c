import { ensureNotOwnBrowser, onlyInSettings } from '../../accounts/password-question.ts';
import { doRemoveSecondFactor, listSecondFactorIds } from '../../accounts/second-factor.ts';
import { integer, required } from '../../http/params.ts';
import { accessUser } from '../../users/access.ts';
import { isBot, noSuchUser } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const getSecondFactors: Endpoint = endpoint({
  method: 'GET',
  path: '/second_factors',
  summary: 'Get the ids of the users whose logins have a second step',
  access: 'owner',
  params: {},
  errors: [],
  handler: ({ db }) => ({ user_ids: listSecondFactorIds(db) }),
});

export const removeSecondFactor: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/{user_id}/second_factor',
  summary: "Take off the second step of a user's logins, for somebody who lost the device",
  access: 'owner',
  params: { user_id: required(integer(), 'Id of the user.') },
  errors: [noSuchUser, onlyInSettings],
  handler(call, { user_id }) {
    const { app } = call;
    const user = accessUser(app, call.user, user_id);
    if (isBot(user)) throw noSuchUser();
    // Whoever sits in front of an owner's browser has no code of the owner's app.
    ensureNotOwnBrowser(call, user);
    doRemoveSecondFactor(app, user);
    return {};
  },
});
