-- The content of a file whose last attachment was deleted. It is moved to the trash and later deleted (src/uploads/).
CREATE TABLE dropped_contents (
  sha256 TEXT PRIMARY KEY, -- as in attachments
  in_trash INTEGER NOT NULL DEFAULT 0 CHECK (in_trash IN (0, 1)),
  due_at INTEGER NOT NULL  -- time of the next of these steps
) STRICT, WITHOUT ROWID;
CREATE INDEX dropped_contents_by_time ON dropped_contents (due_at);
