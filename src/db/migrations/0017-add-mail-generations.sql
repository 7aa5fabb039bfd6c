-- Number of times that the addresses that receive mail for a user were revoked. No row: never.
CREATE TABLE mail_generations (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  generation INTEGER NOT NULL
) STRICT;
