-- A mail that was posted, for six days: a mail server that missed the answer repeats its mail for five.
CREATE TABLE posted_mails (
  name_hash BLOB PRIMARY KEY, -- SHA-256 of all that makes it another mail than the others
  posted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_mails_by_time ON posted_mails (posted_at);

-- A user gets no other summary within six days; where the mail server takes none now, there is a pause.
ALTER TABLE digest_mails RENAME COLUMN sent_at TO next_at;
UPDATE digest_mails SET next_at = next_at + 518400;
