/** The response to another mail server. Codes from 400 mean a temporary failure, from 500 a permanent one. */
export interface Verdict {
  code: number;
  /** An enhanced status code (RFC 3463) and a text. */
  text: string;
}

function verdict(code: number, text: string): Verdict {
  return { code, text };
}

export const verdicts = {
  taken: verdict(250, '2.0.0 OK'),
  /** The mail is unwanted, but a refusal would add another mail to a loop. */
  dropped: verdict(250, '2.0.0 OK, dropped'),
  failed: verdict(451, '4.3.0 Try again later'),
  full: verdict(452, '4.3.1 No space at the moment, try again later'),
  tooMany: verdict(450, '4.7.1 Too many mails for this address, try again later'),
  named: verdict(452, '4.5.3 This address was named already, repeat it in a mail of its own'),
  tooManyUnknown: verdict(421, '4.7.0 Too many unknown addresses'),
  unknown: verdict(550, '5.1.1 No such address'),
  refused: verdict(550, '5.7.1 This address does not take the mail'),
  empty: verdict(554, '5.6.0 The mail has no text of its own'),
  unreadable: verdict(554, '5.6.0 The mail cannot be read'),
  tooLarge: verdict(552, '5.3.4 The mail is too large'),
} as const;

export function isTaken({ code }: Verdict): boolean {
  return code < 400;
}

export function isForever({ code }: Verdict): boolean {
  return code >= 500;
}
