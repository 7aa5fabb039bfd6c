import type { TestContext } from 'node:test';
import type { User } from '../../../src/users/user.ts';
import { Client } from '../../support/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import type { Actor } from './actors.ts';
import { fillWorld, type World } from './world.ts';

/** A server with the world of the matrix on it. */
export interface Stage extends TestServer {
  world: World;
  client(actor: Actor): Client;
}

/** One actor on a stage. */
export interface Cell {
  stage: Stage;
  world: World;
  actor: Actor;
  /** The actor's account; Bob's for nobody. */
  me: User;
}

interface Copy {
  bytes: Buffer;
  world: World;
}

let copy: Promise<Copy> | undefined;

/** Starts a server with the whole world, which is made once; it ends with the test. */
export async function startStage(t: TestContext): Promise<Stage> {
  copy ??= makeCopy(t);
  const { bytes, world } = await copy;
  const server = await startServer(t, bytes);
  return { ...server, world, client: (actor) => clientOf(server, world, actor) };
}

export function cellOf(stage: Stage, actor: Actor): Cell {
  return { stage, world: stage.world, actor, me: stage.world.users[actor] };
}

async function makeCopy(t: TestContext): Promise<Copy> {
  const server = await startServer(t);
  const world = await fillWorld(server);
  return { bytes: server.db.connection.serialize(), world };
}

function clientOf(server: TestServer, { users, keys }: World, actor: Actor): Client {
  if (actor === 'nobody') return server.anonymous;
  const key = keys[actor];
  if (key === undefined) return server.as(actor === 'full' ? 'alice' : (actor as 'admin'));
  return new Client(server.url, { email: users[actor].email, key });
}
