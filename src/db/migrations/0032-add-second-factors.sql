-- People who log in with a password confirm it by a code of an app.
CREATE TABLE second_factors (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  salt BLOB NOT NULL,            -- the app's key follows from it and the key file
  last_step INTEGER NOT NULL,    -- of the newest code that was used: no code is used twice
  recovery_hmacs TEXT NOT NULL,  -- JSON; of the recovery codes that are left
  created_at INTEGER NOT NULL
) STRICT;
