-- An entry that a user put into the list of views of their clients.
CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL REFERENCES users (id),
  fragment TEXT NOT NULL, -- address of the view, as 'narrow/is/alerted'
  is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
  name TEXT, -- NULL: a view that clients have by themselves
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;
