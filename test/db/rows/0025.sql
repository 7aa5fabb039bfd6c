-- Rows of the tables that schema 25 adds: a source, an imported user, and a relation.
INSERT INTO import_sources VALUES (1, 'slack', '');
INSERT INTO import_origins VALUES (1, 'user', 'U01', 1), (1, 'subscription', '1 1', NULL);
