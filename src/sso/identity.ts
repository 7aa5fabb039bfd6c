/** What another system says of somebody who logged in there. */
export interface Identity {
  /** The system, and who it is there: the two name one person for ever. */
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the system says that the address is this person's. */
  is_email_verified: boolean;
  full_name: string;
  groups: readonly string[];
}

/** The texts of a value that is one text or several, as groups are given. */
export function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
