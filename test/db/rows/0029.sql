-- Rows of the table that schema 29 adds: quiet until a time and outside of office hours, with a status that ends.
INSERT INTO availability VALUES (1, 1767616200, '[{"weekday":1,"from":540,"until":1080}]', 1767618000);
