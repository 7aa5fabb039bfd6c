/** The data of another system about a user who logged in there. */
export interface Identity {
  /** Together, issuer and subject identify a person permanently. */
  issuer: string;
  subject: string;
  email: string | undefined;
  /** Whether the other system verified the address. */
  is_email_verified: boolean;
  full_name: string;
  groups: readonly string[];
}

/** The texts of a value that is one text or a list, as groups are sent. */
export function textsOf(value: unknown): string[] {
  const values = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
