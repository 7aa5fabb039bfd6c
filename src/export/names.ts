import type { Database } from '../db/database.ts';

/** Names of other programs, which allow few characters, each once. */
export class PlainNames {
  readonly #names = new Map<number, string>();
  readonly #taken = new Set<string>();

  /** `like` is what the name is made of; `fallback` if nothing of that is allowed. `longest` is in characters. */
  add(id: number, { like, fallback, longest }: { like: string; fallback: string; longest: number }): void {
    const plain = like
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9._-]+/g, '-')
      .replace(/^[^a-z]+|[^a-z0-9]+$/g, '');
    const base = (plain.length < 3 ? `${fallback}-${plain}`.replace(/-$/, '') : plain).slice(0, longest);
    let name = base;
    for (let number = 2; this.#taken.has(name); number++) {
      name = `${base.slice(0, longest - String(number).length - 1)}-${number}`;
    }
    this.#taken.add(name);
    this.#names.set(id, name);
  }

  get(id: number): string {
    return this.#names.get(id) ?? '';
  }

  find(id: number): string | undefined {
    return this.#names.get(id);
  }
}

interface Named {
  id: number;
  name: string;
}

/** Names of channels in another program, by id. */
export function nameChannels(db: Database, longest: number): PlainNames {
  const names = new PlainNames();
  for (const { id, name } of db.all<Named>('SELECT id, name FROM channels ORDER BY id')) {
    names.add(id, { like: name.replaceAll('.', '-'), fallback: `channel-${id}`, longest });
  }
  return names;
}

/** Names of users in another program, by id: the beginnings of their addresses. */
export function nameUsers(db: Database, longest: number): PlainNames {
  const names = new PlainNames();
  for (const { id, name } of db.all<Named>('SELECT id, email AS name FROM users ORDER BY id')) {
    names.add(id, { like: name.slice(0, name.lastIndexOf('@')), fallback: `user-${id}`, longest });
  }
  return names;
}
