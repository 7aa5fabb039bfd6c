-- The content of a file after its last attachment was deleted. It goes to the trash, and then for good (src/uploads/).
CREATE TABLE dropped_contents (
  sha256 TEXT PRIMARY KEY, -- as in attachments
  in_trash INTEGER NOT NULL DEFAULT 0 CHECK (in_trash IN (0, 1)),
  due_at INTEGER NOT NULL  -- when it takes the next of these steps
) STRICT, WITHOUT ROWID;
CREATE INDEX dropped_contents_by_time ON dropped_contents (due_at);
