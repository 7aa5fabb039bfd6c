import type { App } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import type { User } from '../users/user.ts';
import { doAddTask, ofDevice } from './task.ts';

export type TokenKind = 'apns' | 'fcm';

/** What a device's user is shown of it. Token ids are base64. */
export interface DeviceRecord {
  push_key_id: number | null;
  push_token_id: string | null;
  pending_push_token_id: string | null;
  push_token_last_updated_timestamp: number | null;
  push_registration_error_code: string | null;
}

export interface Device extends DeviceRecord {
  id: number;
  user_id: number;
  /** 32 bytes that notifications are encrypted with. */
  push_key: Buffer | null;
  token_kind: TokenKind | null;
  pending_token_kind: TokenKind | null;
  bouncer_public_key: string | null;
  encrypted_push_registration: string | null;
}

/** A device that notifications can be sent to. */
export type ReachableDevice = Device & {
  push_key_id: number;
  push_key: Buffer;
  push_token_id: string;
  token_kind: TokenKind;
};

/** A key of a device's own choice. */
export interface PushKey {
  push_key_id: number;
  /** 32 bytes. */
  push_key: Buffer;
}

/** A token as the device hands it over: sealed, so that only the push service can read it. */
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
/** The ways a change of a device's registration can be refused. */
export const registrationErrors = [registrationRunning, noKeyToRotate, noTokenToRotate] as const;

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

/** The devices of a user that notifications can be sent to, or the one of that id among them. */
export function listReachableDevices(db: Database, user_id: number, device_id?: number): ReachableDevice[] {
  return db.all(
    `SELECT ${columns} FROM devices
     WHERE user_id = ? AND push_token_id IS NOT NULL AND push_key IS NOT NULL AND id = coalesce(?, id) ORDER BY id`,
    user_id,
    device_id ?? null,
  );
}

/** A user's devices by id, as `POST /register` shows them. */
export function presentDevices(db: Database, user: User): Record<string, DeviceRecord> {
  const devices = db.all<Device>(`SELECT ${columns} FROM devices WHERE user_id = ? ORDER BY id`, user.id);
  return Object.fromEntries(devices.map((device) => [device.id, presentDevice(device)]));
}

/** Makes a device that has neither key nor token yet; returns its id. */
export function doAddDevice(app: App, user: User): number {
  const { id } = app.db.run('INSERT INTO devices (user_id) VALUES (?)', user.id);
  publish(app, { type: 'device', op: 'add', device_id: id }, { user_ids: [user.id] });
  return id;
}

export function doRemoveDevice(app: App, { id, user_id }: Device): void {
  app.db.run('DELETE FROM devices WHERE id = ?', id);
  publish(app, { type: 'device', op: 'remove', device_id: id }, { user_ids: [user_id] });
}

/** Gives a registered device another key. Throws noKeyToRotate. */
export function doRotateKey(app: App, device: Device, key: PushKey): void {
  if (device.push_key === null) throw noKeyToRotate();
  if (hasKey(device, key)) return;
  storeKey(app.db, device, key);
  publishUpdate(app, device, { push_key_id: key.push_key_id });
}

/** Hands another token of a registered device to the push service. Throws registrationRunning or noTokenToRotate. */
export function doRotateToken(app: App, device: Device, token: PushToken): void {
  ensureNotRunning(device);
  if (device.push_key_id === null) throw noTokenToRotate();
  if (device.push_token_id === token.token_id) return;
  publishUpdate(app, device, doHandOver(app, device, token));
}

/** Registers a device with key and token; nothing is sent to it until the push service has it. Throws registrationRunning. */
export function doRegisterDevice(app: App, device: Device, key: PushKey, token: PushToken): void {
  ensureNotRunning(device);
  if (device.push_token_id === token.token_id && hasKey(device, key)) return;
  storeKey(app.db, device, key);
  app.db.run('UPDATE devices SET push_token_id = NULL, token_kind = NULL WHERE id = ?', device.id);
  publishUpdate(app, device, {
    push_key_id: key.push_key_id,
    ...(device.push_token_id === null ? {} : { push_token_id: null }),
    ...doHandOver(app, device, token),
  });
}

/** The push service has taken a device's pending token: notifications go there from now on. */
export function doConfirmToken(app: App, device_id: number, token_id: string): void {
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

/** The push service refused a device's pending token for good. */
export function doRefuseToken(app: App, device_id: number, token_id: string, error_code: string): void {
  const device = findPending(app.db, device_id, token_id);
  if (!device) return;
  app.db.run('UPDATE devices SET push_registration_error_code = ? WHERE id = ?', error_code, device_id);
  publishUpdate(app, device, { push_registration_error_code: error_code });
}

/** Forgets tokens that lead to no phone any more, whoever's they are. Their devices can be registered again. */
export function doForgetTokens(app: App, token_ids: readonly string[]): void {
  const sql = `SELECT ${columns} FROM devices WHERE push_token_id ${inJsonList} ORDER BY id`;
  for (const device of app.db.all<Device>(sql, JSON.stringify(token_ids))) {
    app.db.run('UPDATE devices SET push_token_id = NULL, token_kind = NULL WHERE id = ?', device.id);
    publishUpdate(app, device, { push_token_id: null });
  }
}

/** Removes everything by which a user's phones and browsers are reached, as when their API keys are made useless. */
export function doForgetDevices(app: App, { user }: { user: User }): void {
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

function publishUpdate(app: App, { id, user_id }: Device, changes: Partial<DeviceRecord>): void {
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

/** Leaves a token to be handed to the push service; returns what the device's user hears of it. */
function doHandOver(app: App, { id }: Device, token: PushToken): Partial<DeviceRecord> {
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
  doAddTask(app, ofDevice(id), { kind: 'register' });
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
