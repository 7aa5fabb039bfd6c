-- A row of the table that schema 17 adds.
INSERT INTO mail_generations (user_id, generation) SELECT min(id), 1 FROM users;
