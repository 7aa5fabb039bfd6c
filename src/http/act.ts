/** A request or command that changes data. */
export interface Act {
  /** Null: the operator, by a command. */
  actor_id: number | null;
  /** Operation id of the API, or the command. */
  action: string;
  /** Where the request comes from; null for a command. */
  address: string | null;
  /** The subjects of the act, as the request's path or the command names them. */
  about: Readonly<Record<string, unknown>>;
  /** Whether the act is always recorded. Other acts are recorded only if they change more than the actor's own rows. */
  isAdministrative: boolean;
}

/** Records acts that affect others. */
export interface RecordsActs {
  /** Runs an act inside its transaction, and records it there with the rows that it changed. */
  record<Result>(act: Act, perform: () => Result): Result;
}
