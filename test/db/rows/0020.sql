-- A row of the table that schema 20 adds.
INSERT INTO posted_mails VALUES (x'0c', 400);
