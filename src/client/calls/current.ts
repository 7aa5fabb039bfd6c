import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { CallError } from '../api/call.ts';
import type { CallMedia } from '../api/types.ts';
import type { Client } from '../client.ts';
import { calledIn, isCallOpen, resumeKey } from '../commands/calls.ts';
import { t } from '../language/texts.ts';
import { callIn, listCalls, placeOfCall } from '../store/calls.ts';
import { systemClock } from '../store/clock.ts';
import { ascending, type Conversation, keyOf } from '../store/conversation.ts';
import type { Store } from '../store/store.ts';
import { LocalMedia, type Source, sources } from './media.ts';
import { CallSession, type End } from './session.ts';

/** The call that this tab is in. */
export interface CurrentCall {
  session: CallSession;
  media: LocalMedia;
  /** Where it takes place now. */
  conversation: ReadonlySignal<Conversation>;
}

export const current = signal<CurrentCall | undefined>(undefined);

/** Whether the user goes from one call to another, whose end then needs no words. */
let isEntering = false;

interface Entering {
  take_over: boolean;
  /** Whether the user still wants to be in the call when the server has let them in. */
  isWanted?: () => boolean;
}

/**
 * Starts or joins the call of a conversation, and leaves the one of this tab once that has succeeded. Rejects with the
 * refusal.
 */
export async function enterCall(
  client: Client,
  conversation: Conversation,
  media: LocalMedia,
  { take_over, isWanted = () => true }: Entering,
): Promise<void> {
  const { store, call } = client;
  const before = current.peek();
  isEntering = true;
  try {
    const session = new CallSession({
      ...{ call_id: await findCall(client, conversation), store, call, clock: systemClock },
      connect: (configuration) => new RTCPeerConnection(configuration),
      createSession,
    });
    await session.join(sentBy(media), media.tracks.peek(), take_over || before !== undefined);
    before?.session.leave();
    if (isWanted()) adopt(client, { session, media, conversation: placeIn(store, session, conversation) });
    else session.leave();
  } finally {
    isEntering = false;
  }
}

/** Makes a call that was joined that of this tab, until it ends. */
function adopt(client: Client, call: CurrentCall): void {
  const { session, media, conversation } = call;
  current.value = call;
  const stops = [
    effect(() => {
      calledIn.value = conversation.value;
    }),
    effect(() => sendMedia(client, call)),
  ];
  const stop = effect(() => {
    const { value: end } = session.end;
    if (end === undefined) return;
    for (const one of stops) one();
    queueMicrotask(() => stop());
    close(client, session, media, end);
  });
}

/** Where a call takes place, also once its topic has moved. */
function placeIn(store: Store, { call_id }: CallSession, first: Conversation): ReadonlySignal<Conversation> {
  let place = first;
  return computed(() => {
    const found = listCalls(store)?.find(({ id }) => id === call_id);
    if (found) place = placeOfCall(store, found);
    return place;
  });
}

/** Sends what the devices give from now on, and tells the members what is on. What the server refuses is turned off. */
function sendMedia(client: Client, { session, media }: CurrentCall): void {
  const { value: tracks } = media.tracks;
  const on = { audio: media.isOn('audio'), video: media.isOn('video'), screen: media.isOn('screen') };
  const told = async () => {
    const before = session.media.peek();
    try {
      await session.change(on, tracks);
    } catch (error) {
      for (const source of sources) if (on[source] && !before[source]) await media.set(source, false);
      throw error;
    }
  };
  untracked(() => void client.attempt(told()));
}

/** Leaves the call of this tab, if it is in one. */
export function leaveCall(): void {
  current.peek()?.session.leave();
}

/** Turns a source on or off for everybody. Says why it is impossible. */
export async function turn(client: Client, { media }: CurrentCall, source: Source, isOn: boolean): Promise<void> {
  await client.attempt(media.set(source, isOn));
}

/** Joins again after the tab was loaded again, with what it sent before. */
export async function resumeCall(client: Client): Promise<void> {
  const left = takeLeft(client.store.user_id);
  const found = left && listCalls(client.store)?.find(({ id }) => id === left.call_id);
  if (!found) return;
  const media = new LocalMedia();
  for (const source of ['audio', 'video'] as const) if (left[source]) await media.set(source, true).catch(() => {});
  const entered = enterCall(client, placeOfCall(client.store, found), media, { take_over: true });
  if (!(await client.attempt(entered))) media.stop();
}

/** Leaves when the page is closed, but for the last member, whose call would end. A page that is loaded again joins again. */
export function leaveWithPage({ store }: Client): () => void {
  const leave = () => {
    const { session } = current.peek() ?? {};
    if (!session) return;
    const { audio, video } = session.media.peek();
    const { call_id } = session;
    const left: Left = { user_id: store.user_id, at: Date.now(), call_id, audio, video };
    sessionStorage.setItem(resumeKey, JSON.stringify(left));
    const { members = [] } = listCalls(store)?.find(({ id }) => id === call_id) ?? {};
    if (members.length > 1) session.leave();
  };
  addEventListener('pagehide', leave);
  return () => removeEventListener('pagehide', leave);
}

/** Whether the server wants to be asked to end the part of the user that goes on elsewhere. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof CallError && error.code === 'ALREADY_IN_CALL';
}

async function findCall({ store, call }: Client, conversation: Conversation): Promise<number> {
  const known = callIn(store, keyOf(conversation));
  if (known) return known.id;
  const params =
    conversation.type === 'topic'
      ? { type: 'channel', to: conversation.stream_id, topic: conversation.topic }
      : { type: 'direct', to: ascending(conversation.user_ids) };
  return (await call<{ call_id: number }>('POST', '/calls', params)).call_id;
}

function sentBy(media: LocalMedia): CallMedia {
  return { audio: media.isOn('audio'), video: media.isOn('video'), screen: false, hand: false };
}

function close(client: Client, session: CallSession, media: LocalMedia, end: End): void {
  media.stop();
  if (current.peek()?.session !== session) return;
  current.value = calledIn.value = undefined;
  isCallOpen.value = false;
  if (isEntering) return;
  if (end === 'ended') client.say(t('calls.isOver'));
  if (end === 'moved') client.say(t('calls.moved'));
}

/** Pages without HTTPS have no `randomUUID`. */
function createSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, '0')).join('');
}

/** The call of a page that went away. */
interface Left {
  user_id: number;
  /** In milliseconds. */
  at: number;
  call_id: number;
  audio: boolean;
  video: boolean;
}

/** How long a page may take to be loaded again, in milliseconds. Later, nobody expects to be heard. */
const longestAbsence = 60_000;

/** The call that this tab was in, unless somebody else uses it now. */
function takeLeft(user_id: number): Left | undefined {
  const stored = sessionStorage.getItem(resumeKey);
  sessionStorage.removeItem(resumeKey);
  const left: Left | undefined = stored === null ? undefined : JSON.parse(stored);
  return left?.user_id === user_id && Date.now() - left.at < longestAbsence ? left : undefined;
}
