-- A second step may be a passkey. A second factor without an app has an empty salt.
CREATE TABLE passkeys (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
  credential_id BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL,      -- as a SubjectPublicKeyInfo
  sign_count INTEGER NOT NULL,   -- of some authenticators, which count their signatures
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL       -- when the newest challenge that it answered was created: no older one is answered
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);
