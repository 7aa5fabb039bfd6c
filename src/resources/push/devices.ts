import { errorKind } from '../../http/errors.ts';
import { integer, oneOf, optional, required, text } from '../../http/params.ts';
import {
  accessDevice,
  doAddDevice,
  doRegisterDevice,
  doRemoveDevice,
  doRotateKey,
  doRotateToken,
  invalidDeviceId,
  registrationErrors,
} from '../../push/device.ts';
import { invalidPushKey, invalidTokenId, pushKeyId, readKey, readToken } from '../../push/registration.ts';
import { ensureServiceConfigured, serviceNotConfigured } from '../../push/service-status.ts';
import { listFull } from '../../users/own-list.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const registrationIncomplete = errorKind(
  'Missing parameters: must provide either all push key fields, all token fields, or both.',
);

export const registerClientDevice: Endpoint = endpoint({
  method: 'POST',
  path: '/register_client_device',
  summary: 'Create a device, which can then be registered for notifications',
  access: 'user',
  params: {},
  errors: [listFull],
  handler: ({ app, user }) => ({ device_id: doAddDevice(app, user) }),
});

export const removeClientDevice: Endpoint = endpoint({
  method: 'POST',
  path: '/remove_client_device',
  summary: 'Remove a device, which stops its notifications',
  access: 'user',
  params: { device_id: required(integer(), 'The device.') },
  errors: [invalidDeviceId],
  handler({ app, db, user }, { device_id }) {
    doRemoveDevice(app, accessDevice(db, user, device_id));
    return {};
  },
});

export const registerPushDevice: Endpoint = endpoint({
  method: 'POST',
  path: '/mobile_push/register',
  summary: 'Register a device for encrypted notifications, or replace its key or token',
  access: 'user',
  onlyPeople: true,
  params: {
    device_id: required(integer(), 'The device.'),
    push_key_id: optional(pushKeyId(), "The device's id of its key: a random unsigned 32-bit number."),
    push_key: optional(text(), 'Base64 of the byte 0x31 and 32 secret bytes, which encrypt notifications.'),
    token_kind: optional(oneOf(['apns', 'fcm']), 'Type of the token.'),
    token_id: optional(text({ max: 100 }), 'Base64 of the first 8 bytes of the SHA-256 of the token.'),
    bouncer_public_key: optional(text({ max: 100 }), 'Base64 of the public key of the push service.'),
    encrypted_push_registration: optional(text({ max: 20_000 }), 'Base64 of the token, sealed for the push service.'),
  },
  errors: [
    serviceNotConfigured,
    invalidDeviceId,
    registrationIncomplete,
    invalidPushKey,
    invalidTokenId,
    ...registrationErrors,
  ],
  handler({ app, db, user }, params) {
    ensureServiceConfigured(app);
    const device = accessDevice(db, user, params.device_id);
    const key = readKey(params);
    const token = readToken(params);
    if (key && token) doRegisterDevice(app, device, key, token);
    else if (key) doRotateKey(app, device, key);
    else if (token) doRotateToken(app, device, token);
    else throw registrationIncomplete();
    return {};
  },
});
