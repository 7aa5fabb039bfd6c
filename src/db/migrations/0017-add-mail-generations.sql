-- How often the addresses that receive mail for a user were revoked, if ever.
CREATE TABLE mail_generations (
  user_id INTEGER PRIMARY KEY REFERENCES users (id),
  generation INTEGER NOT NULL
) STRICT;
