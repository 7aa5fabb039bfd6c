import { required, text } from '../../http/params.ts';
import {
  appIdInvalid,
  appleTokenInvalid,
  checkAppId,
  checkToken,
  deleteToken,
  noSuchToken,
  storeToken,
  tokenLengthInvalid,
} from '../../push/plaintext-token.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const token = required(text(), 'The token of the device.');

export const addApnsToken: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/apns_device_token',
  summary:
    'Store the token of a device whose app does not support encrypted notifications; no notifications are sent to it',
  access: 'user',
  onlyPeople: true,
  params: { token, appid: required(text({ max: 255 }), 'The id of the app.') },
  errors: [tokenLengthInvalid, appleTokenInvalid, appIdInvalid, listFull],
  handler({ db, user }, params) {
    storeToken(db, user, 'apns', checkToken('apns', params.token), checkAppId(params.appid));
    return {};
  },
});

export const removeApnsToken: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  summary: 'Delete the token of a device whose app does not support encrypted notifications',
  access: 'user',
  onlyPeople: true,
  params: { token },
  errors: [tokenLengthInvalid, appleTokenInvalid, noSuchToken],
  handler({ db, user }, params) {
    deleteToken(db, user, 'apns', checkToken('apns', params.token));
    return {};
  },
});

export const addFcmToken: Endpoint = endpoint({
  method: 'POST',
  path: '/users/me/android_gcm_reg_id',
  summary:
    'Store the token of a device whose app does not support encrypted notifications; no notifications are sent to it',
  access: 'user',
  onlyPeople: true,
  params: { token },
  errors: [tokenLengthInvalid, listFull],
  handler({ db, user }, params) {
    storeToken(db, user, 'fcm', checkToken('fcm', params.token), null);
    return {};
  },
});

export const removeFcmToken: Endpoint = endpoint({
  method: 'DELETE',
  path: '/users/me/android_gcm_reg_id',
  summary: 'Delete the token of a device whose app does not support encrypted notifications',
  access: 'user',
  onlyPeople: true,
  params: { token },
  errors: [tokenLengthInvalid, noSuchToken],
  handler({ db, user }, params) {
    deleteToken(db, user, 'fcm', checkToken('fcm', params.token));
    return {};
  },
});
