-- A row of the table that schema 19 adds.
INSERT INTO digest_mails VALUES (1, 300);
