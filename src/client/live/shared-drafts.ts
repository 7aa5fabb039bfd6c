import { type Call, CallError } from '../api/call.ts';
import type { ServerDraft } from '../api/types.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { Draft, Drafts } from '../store/drafts.ts';
import { othersAmong } from '../store/fold/messages.ts';
import type { Store } from '../store/store.ts';
import { isTooLong } from '../text/message-length.ts';

const pause = 1000;

/** Synchronizes drafts with the server, for the author's other devices. The last edit wins. */
export class SharedDrafts {
  readonly #store: Store;
  readonly #drafts: Drafts;
  readonly #call: Call;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPushing = false;
  /** The key of the draft that is being sent, which may follow its topic meanwhile. */
  #pushed: string | undefined;
  /** The draft that is being sent for the first time, and drafts deleted here, of which events arrive later. */
  #created: string | undefined;
  readonly #deleted = new Set<number>();

  constructor(store: Store, drafts: Drafts, call: Call) {
    this.#store = store;
    this.#drafts = drafts;
    this.#call = call;
    drafts.changed = () => this.#plan();
    drafts.moved = (from, to) => {
      if (this.#pushed === from) this.#pushed = to;
    };
    store.follow(({ type }) => {
      if (type === 'drafts') this.#adopt();
    });
    this.restart();
  }

  /** Loads the server's drafts, and uploads the missing ones. */
  restart(): void {
    if (!this.#isWanted()) return;
    this.#adopt();
    this.#plan();
  }

  /**
   * Drafts of the server that are not the draft of a conversation here: a newer one exists, or they have no recipient
   * yet.
   */
  listOthers(): ServerDraft[] {
    const used = new Set([...this.#drafts.entries.values()].map(({ id }) => id));
    return this.#store.read('personal').state.drafts.filter(({ id }) => !used.has(id));
  }

  conversationIn({ type, to, topic }: ServerDraft): Conversation | undefined {
    const [first] = to;
    if (type === '' || first === undefined) return undefined;
    if (type === 'stream') return { type: 'topic', stream_id: first, topic };
    return { type: 'direct', user_ids: othersAmong(this.#store.model.state, to) };
  }

  /** Uploads changes now. */
  async push(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isPushing || !this.#isWanted()) return;
    this.#isPushing = true;
    try {
      for (const [key, draft] of this.#drafts.entries) if (this.#isMissing(draft)) await this.#tryOne(key, draft);
    } catch {
      // Retried with the next change or connection.
    } finally {
      this.#isPushing = false;
    }
  }

  /** Whether the server lacks a draft and accepts it. One that is too long stays here until it is shortened. */
  #isMissing({ isSaved, content }: Draft): boolean {
    return !isSaved && !isTooLong(content, this.#store.model.state.max_message_length);
  }

  #isWanted(): boolean {
    return this.#store.model.state.user_settings.enable_drafts_synchronization === true;
  }

  #plan(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.push(), pause);
  }

  #adopt(): void {
    const drafts = this.#store.model.state.drafts.filter(({ id }) => !this.#deleted.has(id));
    const newest = new Map<string, ServerDraft>();
    for (const draft of drafts.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id)) {
      const conversation = this.conversationIn(draft);
      if (conversation) newest.set(keyOf(conversation), draft);
    }
    for (const [key, draft] of newest) if (key !== this.#created) this.#take(key, draft);
    const ids = new Set(drafts.map(({ id }) => id));
    for (const [key, draft] of this.#drafts.entries) {
      if (draft.id === undefined || ids.has(draft.id)) continue;
      this.#drafts.put(key, draft.isSaved ? undefined : { ...draft, id: undefined });
    }
  }

  #take(key: string, { id, content, timestamp, ...address }: ServerDraft): void {
    const local = this.#drafts.entries.get(key);
    const conversation = this.conversationIn({ id, content, timestamp, ...address });
    if (!conversation || !this.#leaveFor(key, id)) return;
    if (local && !local.isSaved) {
      if (local.id === undefined) this.#drafts.put(key, { ...local, id });
      // The server keeps no spaces at the end, after which the user may go on writing.
    } else if (local?.id !== id || local.content.trimEnd() !== content) {
      this.#drafts.put(key, { conversation, content, changed: timestamp * 1000, id, isSaved: true });
    }
  }

  /** Drops the entry of a draft that has another place at the server. Returns false if it has just been moved here. */
  #leaveFor(key: string, id: number): boolean {
    const [left, draft] = [...this.#drafts.entries].find(([other, one]) => one.id === id && other !== key) ?? [];
    if (left === undefined || !draft) return true;
    if (draft.isSaved) this.#drafts.put(left, undefined);
    return draft.isSaved === true;
  }

  /** Uploads one draft. One that the server refuses, such as one to a deactivated user, stays on this device. */
  async #tryOne(key: string, draft: Draft): Promise<void> {
    try {
      await this.#pushOne(key, draft);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 400) throw error;
    }
  }

  async #pushOne(key: string, draft: Draft): Promise<void> {
    this.#pushed = key;
    if (draft.id === undefined) this.#created = key;
    const id = await this.#write(draft).finally(() => {
      this.#created = undefined;
    });
    const place = this.#pushed;
    // Without an entry, the draft was sent or deleted meanwhile.
    const now = this.#drafts.entries.get(place) ?? { ...draft, content: '' };
    const isSame = place === key && now.content === draft.content;
    if (isSame && draft.content === '') this.#drafts.put(place, undefined);
    else this.#drafts.put(place, { ...now, id, isSaved: isSame });
    if (!isSame) this.#plan();
  }

  /** Returns the id of the server's copy, if there is one. */
  async #write(draft: Draft): Promise<number | undefined> {
    const { id, content } = draft;
    if (id === undefined) {
      const { ids } = await this.#call<{ ids: number[] }>('POST', '/drafts', { drafts: [present(draft)] });
      return ids[0];
    }
    try {
      if (content !== '') {
        await this.#call('PATCH', `/drafts/${id}`, { draft: present(draft) });
        return id;
      }
      this.#deleted.add(id);
      await this.#call('DELETE', `/drafts/${id}`);
      return undefined;
    } catch (error) {
      // Another device deleted it, so the text becomes a new draft.
      if (!(error instanceof CallError) || error.status !== 404) throw error;
      return content === '' ? undefined : this.#write({ ...draft, id: undefined });
    }
  }
}

/** A draft in the server's format. */
function present({ conversation, content, changed }: Draft): Omit<ServerDraft, 'id'> {
  const timestamp = Math.floor(changed / 1000);
  if (conversation.type === 'topic')
    return { type: 'stream', to: [conversation.stream_id], topic: conversation.topic, content, timestamp };
  return { type: 'private', to: [...conversation.user_ids], topic: '', content, timestamp };
}
