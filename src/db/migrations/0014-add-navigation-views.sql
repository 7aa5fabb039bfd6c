-- An entry that a user added to the list of views in their clients.
CREATE TABLE navigation_views (
  user_id INTEGER NOT NULL REFERENCES users (id),
  fragment TEXT NOT NULL, -- fragment of the view's URL, such as 'narrow/is/alerted'
  is_pinned INTEGER NOT NULL CHECK (is_pinned IN (0, 1)),
  name TEXT, -- NULL: a built-in view of the clients
  PRIMARY KEY (user_id, fragment)
) STRICT, WITHOUT ROWID;
