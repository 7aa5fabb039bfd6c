/** Something that somebody does. */
export interface Act {
  /** Null: the operator, by a command. */
  actor_id: number | null;
  /** Operation id of the API, or the command. */
  action: string;
  /** Where the request comes from; null for a command. */
  address: string | null;
  /** What it is about, as the path of the request or the command names it. */
  about: Readonly<Record<string, unknown>>;
  /** Whether it is recorded in any case. Other acts are where they change more than the actor's own. */
  isAdministrative: boolean;
}

/** Records who changes what for others. */
export interface RecordsActs {
  /** Runs an act inside its transaction, and records it there with the rows that it changed. */
  record<Result>(act: Act, perform: () => Result): Result;
}
