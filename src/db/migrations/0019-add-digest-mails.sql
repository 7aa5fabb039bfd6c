-- When a user was last looked at for a summary by mail.
CREATE TABLE digest_mails (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  sent_at INTEGER NOT NULL
) STRICT;
