-- A received mail that was posted as a message. Kept for six days: a mail server that missed the response retries for
-- five.
CREATE TABLE posted_mails (
  name_hash BLOB PRIMARY KEY, -- SHA-256 of the data that identifies the mail
  posted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX posted_mails_by_time ON posted_mails (posted_at);

-- A user gets at most one summary in six days; if the mail server refuses it, the next attempt is delayed.
ALTER TABLE digest_mails RENAME COLUMN sent_at TO next_at;
UPDATE digest_mails SET next_at = next_at + 518400;
