-- Messages that users will be mailed about, and the message up to which these were determined.
CREATE TABLE waiting_mails (
  user_id INTEGER NOT NULL REFERENCES users (id),
  message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX waiting_mails_by_message ON waiting_mails (message_id);
CREATE INDEX waiting_mails_by_due ON waiting_mails (due_at);
CREATE TABLE mail_progress (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  message_id INTEGER NOT NULL
) STRICT;
