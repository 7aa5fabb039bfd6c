-- The users whose rows an entry changed.
CREATE TABLE audit_concerned (
  user_id INTEGER NOT NULL REFERENCES users (id),
  entry_id INTEGER NOT NULL REFERENCES audit_entries (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, entry_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_concerned_by_entry ON audit_concerned (entry_id);
CREATE INDEX audit_entries_filtered ON audit_entries (id, done_at, actor_id, action);

WITH changed (entry_id, object, change) AS (
  SELECT audit_entries.id, json_extract(one.value, '$.object'), one.value
  FROM audit_entries, json_each(audit_entries.changes) AS one
), named (entry_id, user_id) AS (
  SELECT entry_id, json_extract(change, '$.key.id') FROM changed WHERE object = 'user'
  UNION
  SELECT entry_id, side.value FROM changed, json_tree(change) AS side
  WHERE side.key IN ('user_id', 'bot_owner_id', 'sender_id', 'inviter_id')
)
INSERT INTO audit_concerned (user_id, entry_id)
SELECT DISTINCT named.user_id, named.entry_id FROM named JOIN users ON users.id = named.user_id;
