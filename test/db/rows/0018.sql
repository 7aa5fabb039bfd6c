-- Rows of the tables that schema 18 adds.
INSERT INTO waiting_mails VALUES (1, 1, 200, 0);
INSERT INTO mail_progress VALUES (1, 1);
