import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';
import { enqueueTask, ofDevice } from './task.ts';

export type TokenKind = 'apns' | 'fcm';

/** A device as presented to its user. Token ids are base64. */
interface DeviceRecord {
  push_key_id: number | null;
  push_token_id: string | null;
  pending_push_token_id: string | null;
  push_token_last_updated_timestamp: number | null;
  push_registration_error_code: string | null;
}

export interface Device extends DeviceRecord {
  id: number;
  user_id: number;
  /** 32 bytes; encrypts notifications. */
  push_key: Buffer | null;
  token_kind: TokenKind | null;
  pending_token_kind: TokenKind | null;
  bouncer_public_key: string | null;
  encrypted_push_registration: string | null;
}

/** A device that can receive notifications. */
export type ReachableDevice = Device & {
  push_key_id: number;
  push_key: Buffer;
  push_token_id: string;
  token_kind: TokenKind;
};

/** A key chosen by a device. */
export interface PushKey {
  push_key_id: number;
  /** 32 bytes. */
  push_key: Buffer;
}

/** A token as a device registers it: encrypted, so that only the push service can read it. */
export interface PushToken {
  token_id: string;
  token_kind: TokenKind;
  bouncer_public_key: string;
  encrypted_push_registration: string;
}

export const invalidDeviceId = errorKind('Invalid `device_id`');
const registrationRunning = errorKind('A registration for the device already in progress.');
const noKeyToRotate = errorKind('No push registration exists to rotate key for.');
const noTokenToRotate = errorKind('No push registration exists to rotate token for.');
/** Errors of changing a device's registration. */
export const registrationErrors = [registrationRunning, noKeyToRotate, noTokenToRotate] as const;

const ownDevices: OwnList = {
  name: phrase('devices'),
  max: 1000,
  count: 'SELECT count(*) FROM devices WHERE user_id = ?',
};

const columns = `id, user_id, push_key_id, push_key, push_token_id, token_kind, pending_push_token_id,
  pending_token_kind, bouncer_public_key, encrypted_push_registration, push_token_last_updated_timestamp,
  push_registration_error_code`;

export function findDevice(db: Database, id: number): Device | undefined {
  return db.get(`SELECT ${columns} FROM devices WHERE id = ?`, id);
}

/** A user's own device. Throws invalidDeviceId. */
export function accessDevice(db: Database, user: User, id: number): Device {
  const device = findDevice(db, id);
  if (device?.user_id !== user.id) throw invalidDeviceId();
  return device;
}

/** The devices of a user that can receive notifications, optionally only the one with this id. */
export function listReachableDevices(db: Database, user_id: number, device_id?: number): ReachableDevice[] {
  return db.all(
    `SELECT ${columns} FROM devices
     WHERE user_id = ? AND push_token_id IS NOT NULL AND push_key IS NOT NULL AND id = coalesce(?, id) ORDER BY id`,
    user_id,
    device_id ?? null,
  );
}

/** A user's devices by id, as `POST /register` presents them. */
export function presentDevices(db: Database, user: User): Record<string, DeviceRecord> {
  const devices = db.all<Device>(`SELECT ${columns} FROM devices WHERE user_id = ? ORDER BY id`, user.id);
  return Object.fromEntries(devices.map((device) => [device.id, presentDevice(device)]));
}

/** Creates a device without key and token; returns its id. Throws listFull. */
export function doAddDevice(app: Context, user: User): number {
  const { id } = app.db.run('INSERT INTO devices (user_id) VALUES (?)', user.id);
  ensureWithinBound(app.db, user, ownDevices);
  publish(app, { type: 'device', op: 'add', device_id: id }, { user_ids: [user.id] });
  return id;
}

export function doRemoveDevice(app: Context, { id, user_id }: Device): void {
  app.db.run('DELETE FROM devices WHERE id = ?', id);
  publish(app, { type: 'device', op: 'remove', device_id: id }, { user_ids: [user_id] });
}

/** Replaces the key of a registered device. Throws noKeyToRotate. */
export function doRotateKey(app: Context, device: Device, key: PushKey): void {
  if (device.push_key === null) throw noKeyToRotate();
  if (hasKey(device, key)) return;
  storeKey(app.db, device, key);
  publishUpdate(app, device, { push_key_id: key.push_key_id });
}

/** Enqueues the registration of a new token of a registered device. Throws registrationRunning or noTokenToRotate. */
export function doRotateToken(app: Context, device: Device, token: PushToken): void {
  ensureNotRunning(device);
  if (device.push_key_id === null) throw noTokenToRotate();
  if (device.push_token_id === token.token_id) return;
  publishUpdate(app, device, enqueueRegistration(app, device, token));
}

/** Registers a device, which receives nothing until its token is accepted. Throws registrationRunning. */
export function doRegisterDevice(app: Context, device: Device, key: PushKey, token: PushToken): void {
  ensureNotRunning(device);
  if (device.push_token_id === token.token_id && hasKey(device, key)) return;
  storeKey(app.db, device, key);
  app.db.run('UPDATE devices SET push_token_id = NULL, token_kind = NULL WHERE id = ?', device.id);
  publishUpdate(app, device, {
    push_key_id: key.push_key_id,
    ...(device.push_token_id === null ? {} : { push_token_id: null }),
    ...enqueueRegistration(app, device, token),
  });
}

/** Activates a pending token that the push service has accepted. */
export function doConfirmToken(app: Context, device_id: number, token_id: string): void {
  const device = findPending(app.db, device_id, token_id);
  if (!device) return;
  app.db.run(
    `UPDATE devices SET push_token_id = pending_push_token_id, token_kind = pending_token_kind,
       pending_push_token_id = NULL, pending_token_kind = NULL, bouncer_public_key = NULL,
       encrypted_push_registration = NULL
     WHERE id = ?`,
    device_id,
  );
  publishUpdate(app, device, { push_token_id: token_id, pending_push_token_id: null });
}

/** Records that the push service permanently refused a pending token. */
export function doRefuseToken(app: Context, device_id: number, token_id: string, error_code: string): void {
  const device = findPending(app.db, device_id, token_id);
  if (!device) return;
  app.db.run('UPDATE devices SET push_registration_error_code = ? WHERE id = ?', error_code, device_id);
  publishUpdate(app, device, { push_registration_error_code: error_code });
}

/** Deletes dead tokens of any users. Their devices can be registered again. */
export function doForgetTokens(app: Context, token_ids: readonly string[]): void {
  const sql = `SELECT ${columns} FROM devices WHERE push_token_id ${inJsonList} ORDER BY id`;
  for (const device of app.db.all<Device>(sql, JSON.stringify(token_ids))) {
    app.db.run('UPDATE devices SET push_token_id = NULL, token_kind = NULL WHERE id = ?', device.id);
    publishUpdate(app, device, { push_token_id: null });
  }
}

/** Deletes all devices, browsers and tokens of a user, for instance when their API keys are revoked. */
export function doForgetDevices(app: Context, { user }: { user: User }): void {
  const devices = app.db.all<Device>(`SELECT ${columns} FROM devices WHERE user_id = ?`, user.id);
  for (const device of devices) doRemoveDevice(app, device);
  app.db.run('DELETE FROM browsers WHERE user_id = ?', user.id);
  app.db.run('DELETE FROM plaintext_tokens WHERE user_id = ?', user.id);
}

function presentDevice(device: Device): DeviceRecord {
  const { push_key_id, push_token_id, pending_push_token_id } = device;
  const { push_token_last_updated_timestamp, push_registration_error_code } = device;
  return {
    push_key_id,
    push_token_id,
    pending_push_token_id,
    push_token_last_updated_timestamp,
    push_registration_error_code,
  };
}

function publishUpdate(app: Context, { id, user_id }: Device, changes: Partial<DeviceRecord>): void {
  publish(app, { type: 'device', op: 'update', device_id: id, ...changes }, { user_ids: [user_id] });
}

function ensureNotRunning(device: Device): void {
  if (device.pending_push_token_id === null || device.push_registration_error_code !== null) return;
  throw registrationRunning();
}

function hasKey(device: Device, { push_key_id, push_key }: PushKey): boolean {
  return device.push_key_id === push_key_id && device.push_key !== null && push_key.equals(device.push_key);
}

function storeKey(db: Database, { id }: Device, { push_key_id, push_key }: PushKey): void {
  db.run('UPDATE devices SET push_key_id = ?, push_key = ? WHERE id = ?', push_key_id, push_key, id);
}

/** Enqueues the registration of a token; returns the changed fields of the device. */
function enqueueRegistration(app: Context, { id }: Device, token: PushToken): Partial<DeviceRecord> {
  const now = app.clock.now();
  app.db.run(
    `UPDATE devices SET pending_push_token_id = ?, pending_token_kind = ?, bouncer_public_key = ?,
       encrypted_push_registration = ?, push_token_last_updated_timestamp = ?, push_registration_error_code = NULL
     WHERE id = ?`,
    token.token_id,
    token.token_kind,
    token.bouncer_public_key,
    token.encrypted_push_registration,
    now,
    id,
  );
  app.db.run('DELETE FROM push_tasks WHERE device_id = ?', id);
  enqueueTask(app, ofDevice(id), { kind: 'register' });
  return {
    pending_push_token_id: token.token_id,
    push_token_last_updated_timestamp: now,
    push_registration_error_code: null,
  };
}

function findPending(db: Database, device_id: number, token_id: string): Device | undefined {
  const device = findDevice(db, device_id);
  return device?.pending_push_token_id === token_id ? device : undefined;
}
