-- Rows of the tables that schema 12 adds.
INSERT OR IGNORE INTO audit_concerned VALUES (1, 2);
