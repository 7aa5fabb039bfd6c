-- Channels can have links at their heads.
CREATE TABLE channel_bookmarks (
  channel_id INTEGER NOT NULL REFERENCES channels (id),
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  url TEXT NOT NULL,
  PRIMARY KEY (channel_id, position)
) STRICT, WITHOUT ROWID;
