/** A user with connected clients. */
interface Online<Client> {
  clients: Set<Client>;
  channel_ids: Set<number>;
}

const none: ReadonlySet<never> = new Set();

/** Users with connected clients, and their subscriptions. The cost of an event depends only on users online. */
export class OnlineUsers<Client> {
  #users = new Map<number, Online<Client>>();
  #byChannel = new Map<number, Set<Online<Client>>>();

  /** Numbers of users online and of channels with a subscriber among them. */
  get sizes(): { users: number; channels: number } {
    return { users: this.#users.size, channels: this.#byChannel.size };
  }

  has(user_id: number): boolean {
    return this.#users.has(user_id);
  }

  listIds(): number[] {
    return [...this.#users.keys()];
  }

  clientsOf(user_id: number): ReadonlySet<Client> {
    return this.#users.get(user_id)?.clients ?? none;
  }

  /** The clients of some users, most of whom may be offline. */
  clientsOfAll(user_ids: Iterable<number>): Client[] {
    const found: Client[] = [];
    for (const user_id of user_ids) for (const client of this.clientsOf(user_id)) found.push(client);
    return found;
  }

  /** The clients of all subscribers of a channel. */
  clientsIn(channel_id: number): Client[] {
    const found: Client[] = [];
    for (const { clients } of this.#byChannel.get(channel_id) ?? []) for (const client of clients) found.push(client);
    return found;
  }

  /** Adds a client of a user with exactly these subscriptions. */
  add(user_id: number, client: Client, channel_ids: readonly number[]): void {
    const online = this.#users.get(user_id) ?? { clients: new Set(), channel_ids: new Set() };
    this.#users.set(user_id, online);
    online.clients.add(client);
    const wanted = new Set(channel_ids);
    for (const channel_id of online.channel_ids) if (!wanted.has(channel_id)) this.#leave(online, channel_id);
    for (const channel_id of wanted) this.#enter(online, channel_id);
  }

  remove(user_id: number, client: Client): void {
    const online = this.#users.get(user_id);
    if (!online?.clients.delete(client) || online.clients.size > 0) return;
    this.#users.delete(user_id);
    for (const channel_id of online.channel_ids) this.#leave(online, channel_id);
  }

  /** Updates the subscriptions of a user, online or not. */
  follow(op: 'add' | 'remove', user_id: number, channel_id: number): void {
    const online = this.#users.get(user_id);
    if (!online) return;
    if (op === 'add') this.#enter(online, channel_id);
    else this.#leave(online, channel_id);
  }

  #enter(online: Online<Client>, channel_id: number): void {
    online.channel_ids.add(channel_id);
    const there = this.#byChannel.get(channel_id);
    if (there) there.add(online);
    else this.#byChannel.set(channel_id, new Set([online]));
  }

  #leave(online: Online<Client>, channel_id: number): void {
    online.channel_ids.delete(channel_id);
    const there = this.#byChannel.get(channel_id);
    if (!there?.delete(online)) return;
    if (there.size === 0) this.#byChannel.delete(channel_id);
  }
}
