-- The time of the last check whether a user gets a summary by mail.
CREATE TABLE digest_mails (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  sent_at INTEGER NOT NULL
) STRICT;
