-- A row of the table that schema 13 adds.
INSERT INTO external_accounts VALUES ('https://id.example.com', 'ada', 1, 603);
