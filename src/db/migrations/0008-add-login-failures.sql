ALTER TABLE api_keys ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0; -- accurate to the day
UPDATE api_keys SET used_at = created_at;

-- A recent login with a wrong password.
CREATE TABLE login_failures (
  id INTEGER PRIMARY KEY,
  email_key TEXT NOT NULL, -- the typed address in lower case
  address TEXT NOT NULL,   -- of the client
  failed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX login_failures_by_email ON login_failures (email_key, failed_at);
CREATE INDEX login_failures_by_address ON login_failures (address, failed_at);
CREATE INDEX login_failures_by_time ON login_failures (failed_at);
